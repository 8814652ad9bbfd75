// A pointer that some threads move before the loop, and an end that is counted from
// there: all make the same trips.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=8

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[8][8], Bs[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 8 + ty, col = blockIdx.x * 8 + tx;
  int skip = row < M ? 0 : 1;
  const float *a = A + tx;
  if (skip == 0)
    a += row * K;
  else
    skip = 0;
  const float *end = a + K - K % 8;
  const float *b = B + ty * N + col;
  float sum = 0.0f;
  for (; a < end; a += 8, b += 8 * N) {
    As[ty][tx] = a[skip];
    Bs[ty][tx] = b[0];
    __syncthreads();
    for (int x = 0; x < 8; ++x)
      sum += As[ty][x] * Bs[x][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
