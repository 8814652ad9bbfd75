// C = A * B in float on tensor cores (tf32): 64 x 64 x 32 a block, four warps of
// 32 x 32, float4 loads; whole tiles only.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <mma.h>

using namespace nvcuda;

const int BLOCK_M = 64;
const int BLOCK_N = 64;
const int BLOCK_K = 32;
const int LDA_S = BLOCK_K + 4;
const int LDB_S = BLOCK_N + 4;

__global__ void tf32gemm(const float *a, const float *b, float *c, int m, int n,
                         int k) {
  __shared__ __align__(32) float a_s[BLOCK_M * LDA_S];
  __shared__ __align__(32) float b_s[BLOCK_K * LDB_S];

  const int warp = threadIdx.x / 32;
  const int warp_row = warp / 2 * 32, warp_col = warp % 2 * 32;
  const int block_row = blockIdx.y * BLOCK_M, block_col = blockIdx.x * BLOCK_N;

  wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      wmma::fill_fragment(acc[i][j], 0.0f);

  for (int k0 = 0; k0 < k; k0 += BLOCK_K) {
    for (int i = threadIdx.x; i < BLOCK_M * BLOCK_K / 4; i += blockDim.x) {
      int row = i / (BLOCK_K / 4), col = i % (BLOCK_K / 4) * 4;
      *(float4 *)&a_s[row * LDA_S + col] =
          *(const float4 *)&a[(size_t)(block_row + row) * k + k0 + col];
    }
    for (int i = threadIdx.x; i < BLOCK_K * BLOCK_N / 4; i += blockDim.x) {
      int row = i / (BLOCK_N / 4), col = i % (BLOCK_N / 4) * 4;
      *(float4 *)&b_s[row * LDB_S + col] =
          *(const float4 *)&b[(size_t)(k0 + row) * n + block_col + col];
    }
    __syncthreads();

    for (int kk = 0; kk < BLOCK_K; kk += 8) {
      wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                     wmma::row_major>
          fa[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32,
                     wmma::row_major>
          fb[2];
      for (int i = 0; i < 2; i++) {
        wmma::load_matrix_sync(fa[i], &a_s[(warp_row + 16 * i) * LDA_S + kk],
                               LDA_S);
        for (int e = 0; e < fa[i].num_elements; e++)
          fa[i].x[e] = wmma::__float_to_tf32(fa[i].x[e]);
        wmma::load_matrix_sync(fb[i], &b_s[kk * LDB_S + warp_col + 16 * i],
                               LDB_S);
        for (int e = 0; e < fb[i].num_elements; e++)
          fb[i].x[e] = wmma::__float_to_tf32(fb[i].x[e]);
      }
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
          wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      wmma::store_matrix_sync(&c[(size_t)(block_row + warp_row + 16 * i) * n +
                                 block_col + warp_col + 16 * j],
                              acc[i][j], n, wmma::mem_row_major);
}

extern "C" void launch(const float *a, const float *b, float *c, int m, int n,
                       int k) {
  tf32gemm<<<dim3(n / BLOCK_N, m / BLOCK_M), 128>>>(a, b, c, m, n, k);
}
