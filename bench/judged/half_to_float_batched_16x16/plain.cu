// Batched C = A * B: half in memory, float in the tiles; one result a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

#define TILE_DIM 16

__global__ void batched_matmul(const __half *A, const __half *B, __half *C,
                               int M, int N, int K) {
  __shared__ float As[TILE_DIM][TILE_DIM];
  __shared__ float Bs[TILE_DIM][TILE_DIM];

  int batch = blockIdx.z;
  int row = blockIdx.y * TILE_DIM + threadIdx.y;
  int col = blockIdx.x * TILE_DIM + threadIdx.x;
  A += (size_t)batch * M * K;
  B += (size_t)batch * K * N;
  C += (size_t)batch * M * N;

  float sum = 0.0f;
  for (int t = 0; t < (K + TILE_DIM - 1) / TILE_DIM; ++t) {
    int a_col = t * TILE_DIM + threadIdx.x;
    int b_row = t * TILE_DIM + threadIdx.y;
    if (row < M && a_col < K)
      As[threadIdx.y][threadIdx.x] = __half2float(A[row * K + a_col]);
    else
      As[threadIdx.y][threadIdx.x] = 0.0f;
    if (b_row < K && col < N)
      Bs[threadIdx.y][threadIdx.x] = __half2float(B[b_row * N + col]);
    else
      Bs[threadIdx.y][threadIdx.x] = 0.0f;
    __syncthreads();

    for (int k = 0; k < TILE_DIM; ++k)
      sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = __float2half(sum);
}

extern "C" void launch(const __half *A, const __half *B, __half *C, int batch,
                       int M, int N, int K) {
  dim3 threads(TILE_DIM, TILE_DIM);
  dim3 blocks((N + TILE_DIM - 1) / TILE_DIM, (M + TILE_DIM - 1) / TILE_DIM,
              batch);
  batched_matmul<<<blocks, threads>>>(A, B, C, M, N, K);
}
