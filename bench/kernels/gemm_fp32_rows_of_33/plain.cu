// fp32 GEMM with B transposed: each thread walks a row of both tiles, which are
// one element longer against bank conflicts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int TILE = 32;

__global__ void __launch_bounds__(TILE *TILE)
    products(const float *__restrict__ A, const float *__restrict__ B,
             float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE + 1];
  __shared__ float Bs[TILE][TILE + 1];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  const int b_row = blockIdx.x * TILE + ty;
  float sum = 0.0f;

  for (int k0 = 0; k0 < K; k0 += TILE) {
    As[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
    Bs[ty][tx] = b_row < N && k0 + tx < K ? B[b_row * K + k0 + tx] : 0.0f;
    __syncthreads();

    for (int k = 0; k < TILE; ++k)
      sum += As[ty][k] * Bs[tx][k];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  products<<<grid, dim3(TILE, TILE)>>>(A, B, C, M, N, K);
}
