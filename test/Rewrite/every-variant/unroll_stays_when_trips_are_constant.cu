// `#pragma unroll` on a K-loop of four trips stays with it.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=8 \
// RUN:   -DFIXED_K=32 -DLOOSE
// RUN: %golden cpasync

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int) {
  constexpr int K = 32;
  __shared__ float As[8][8];
  __shared__ float Bs[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
  float sum = 0;

  #pragma unroll
  for (int step = 0; step < 4; ++step) {
    As[y][x] = A[row * K + step * 8 + x];
    Bs[y][x] = B[(step * 8 + y) * N + col];
    __syncthreads();

    #pragma unroll
    for (int k = 0; k < 8; ++k)
      sum += As[y][k] * Bs[k][x];
    __syncthreads();
  }

  C[row * N + col] = sum;
}
