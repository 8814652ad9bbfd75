// The experts of a mixture: the rows of tokens that a router has sorted are
// gathered by their numbers, each block of 64 rows has one expert's weights.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda::wmma;

constexpr int ROWS = 64, COLS = 128, DEPTH = 32;
constexpr int WARPS = 8;

__global__ void __launch_bounds__(WARPS * 32)
    moe_gemm(const half *__restrict__ tokens, const half *__restrict__ experts,
             const int *__restrict__ sorted_rows,
             const int *__restrict__ expert_of_block, half *__restrict__ out,
             int hidden, int features, int valid_rows) {
  __shared__ __align__(32) half x[ROWS][DEPTH + 8];
  __shared__ __align__(32) half w[DEPTH][COLS + 8];
  __shared__ __align__(32) float scratch[WARPS][16][16];
  __shared__ int row_of[ROWS];

  const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
  const int row0 = blockIdx.y * ROWS, col0 = blockIdx.x * COLS;
  const half *weights =
      experts + (size_t)expert_of_block[blockIdx.y] * hidden * features;
  if (tid < ROWS)
    row_of[tid] = row0 + tid < valid_rows ? sorted_rows[row0 + tid] : -1;
  __syncthreads();

  fragment<accumulator, 16, 16, 16, float> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      fill_fragment(acc[i][j], 0.0f);
  const int wr = warp / 4 * 32, wc = warp % 4 * 32;

  for (int k = 0; k < hidden; k += DEPTH) {
    {
      const int r = tid / 4, c = tid % 4 * 8;
      const int token = row_of[r];
      uint4 v = make_uint4(0u, 0u, 0u, 0u);
      if (token >= 0)
        v = *reinterpret_cast<const uint4 *>(tokens + (size_t)token * hidden +
                                             k + c);
      *reinterpret_cast<uint4 *>(&x[r][c]) = v;
    }
    for (int i = tid; i < DEPTH * COLS / 8; i += WARPS * 32) {
      const int r = i / (COLS / 8), c = i % (COLS / 8) * 8;
      *reinterpret_cast<uint4 *>(&w[r][c]) = *reinterpret_cast<const uint4 *>(
          weights + (size_t)(k + r) * features + col0 + c);
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < DEPTH; kk += 16) {
      fragment<matrix_a, 16, 16, 16, half, row_major> a[2];
      fragment<matrix_b, 16, 16, 16, half, row_major> b[2];
      for (int i = 0; i < 2; ++i)
        load_matrix_sync(a[i], &x[wr + 16 * i][kk], DEPTH + 8);
      for (int j = 0; j < 2; ++j)
        load_matrix_sync(b[j], &w[kk][wc + 16 * j], COLS + 8);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      store_matrix_sync(&scratch[warp][0][0], acc[i][j], 16, mem_row_major);
      __syncwarp();
      for (int e = lane; e < 256; e += 32) {
        const int r = row0 + wr + 16 * i + e / 16;
        const int c = col0 + wc + 16 * j + e % 16;
        if (r < valid_rows)
          out[(size_t)r * features + c] =
              __float2half(scratch[warp][e / 16][e % 16]);
      }
      __syncwarp();
    }
}

extern "C" void launch(const half *tokens, const half *experts,
                       const int *sorted_rows, const int *expert_of_block,
                       half *out, int hidden, int features, int valid_rows) {
  dim3 grid(features / COLS, (valid_rows + ROWS - 1) / ROWS);
  moe_gemm<<<grid, WARPS * 32>>>(tokens, experts, sorted_rows, expert_of_block,
                                 out, hidden, features, valid_rows);
}
