// int8 GEMM on tensor cores, C = A * B, row-major, int32 out.
// Block of (64, 2) threads, 4 warps of 32 x 32.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <mma.h>

using namespace nvcuda;

#define TILE_M 64
#define TILE_N 64
#define TILE_K 32
#define NUM_WARPS 4
#define WARP_SIZE 32
#define BLOCK_SIZE (NUM_WARPS * WARP_SIZE)

extern "C" __global__ __launch_bounds__(BLOCK_SIZE) void gemm_int8_tc(
    const int8_t *__restrict__ A, const int8_t *__restrict__ B,
    int32_t *__restrict__ C, int M, int N, int K) {
  __shared__ int8_t smem_a[TILE_M * TILE_K];
  __shared__ int8_t smem_b[TILE_K * TILE_N];

  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  int warp_id = tid / WARP_SIZE;
  int warp_m = (warp_id / 2) * 32;
  int warp_n = (warp_id % 2) * 32;
  int block_row = blockIdx.y * TILE_M;
  int block_col = blockIdx.x * TILE_N;

  wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      wmma::fill_fragment(acc[i][j], 0);

  for (int kt = 0; kt < K; kt += TILE_K) {
    // Load the A tile
    for (int idx = tid; idx < TILE_M * TILE_K; idx += BLOCK_SIZE) {
      int r = idx / TILE_K;
      int c = idx % TILE_K;
      int gr = block_row + r;
      int gc = kt + c;
      smem_a[idx] = (gr < M && gc < K) ? A[gr * K + gc] : (int8_t)0;
    }
    // Load the B tile
    for (int idx = tid; idx < TILE_K * TILE_N; idx += BLOCK_SIZE) {
      int r = idx / TILE_N;
      int c = idx % TILE_N;
      int gr = kt + r;
      int gc = block_col + c;
      smem_b[idx] = (gr < K && gc < N) ? B[gr * N + gc] : (int8_t)0;
    }
    __syncthreads();

    for (int kk = 0; kk < TILE_K; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major>
          fa[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major>
          fb[2];
      for (int i = 0; i < 2; i++)
        wmma::load_matrix_sync(fa[i], smem_a + (warp_m + i * 16) * TILE_K + kk,
                               TILE_K);
      for (int j = 0; j < 2; j++)
        wmma::load_matrix_sync(fb[j], smem_b + kk * TILE_N + warp_n + j * 16,
                               TILE_N);
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
          wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      int row = block_row + warp_m + i * 16;
      int col = block_col + warp_n + j * 16;
      if (row < M && col < N)
        wmma::store_matrix_sync(C + row * N + col, acc[i][j], N,
                                wmma::mem_row_major);
    }
}
// LAUNCH
extern "C" void launch(const int8_t *A, const int8_t *B, int32_t *C, int M,
                       int N, int K) {
  dim3 block(64, 2);
  dim3 grid((N + TILE_N - 1) / TILE_N, (M + TILE_M - 1) / TILE_M);
  gemm_int8_tc<<<grid, block>>>(A, B, C, M, N, K);
}
