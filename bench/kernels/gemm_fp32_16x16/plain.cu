// fp32 GEMM: tiles of 16 x 16, one result and one element of each tile a
// thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int TILE = 16;

__global__ void __launch_bounds__(TILE *TILE)
    matmul(const float *__restrict__ A, const float *__restrict__ B,
           float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;

  for (int k0 = 0; k0 < K; k0 += TILE) {
    if (row < M && k0 + tx < K)
      As[ty][tx] = A[row * K + k0 + tx];
    else
      As[ty][tx] = 0.0f;
    if (k0 + ty < K && col < N)
      Bs[ty][tx] = B[(k0 + ty) * N + col];
    else
      Bs[ty][tx] = 0.0f;
    __syncthreads();

    for (int k = 0; k < TILE; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  matmul<<<grid, dim3(TILE, TILE)>>>(A, B, C, M, N, K);
}
