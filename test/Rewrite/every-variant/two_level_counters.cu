// The K-loop runs in steps of a slice; a counter of slices moves beside it, and
// a tile is declared in the outer loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=8 -DLOOSE

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
  float sum = 0.0f;

  // Slices of 32 columns of A, each of four tiles.
  for (int slice = 0; slice < K; slice += 32) {
    __shared__ float As[8][8];
    __shared__ float Bs[8][8];
    const int end = min(slice + 32, K);

    for (int k = slice, step = 0; k < end; k += 8, ++step) {
      As[y][x] = A[row * K + slice + step * 8 + x];
      Bs[y][x] = B[(slice + step * 8 + y) * N + col];
      __syncthreads();

      for (int i = 0; i < 8; ++i)
        sum += As[y][i] * Bs[i][x];
      __syncthreads();
    }
  }

  C[row * N + col] = sum;
}
