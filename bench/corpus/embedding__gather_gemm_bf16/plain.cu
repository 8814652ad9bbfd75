// Looks up rows of a table and projects them, without the rows in between in
// memory: 64 tokens x 64 outputs a block on tensor cores, bfloat16, 32 columns of
// the table a trip.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;
using bf16 = __nv_bfloat16;

template <int kTokens, int kOut, int kDepth>
__global__ void __launch_bounds__(256)
    lookup_project(const bf16 *__restrict__ table, const int *__restrict__ ids,
                   const bf16 *__restrict__ projection,
                   bf16 *__restrict__ output, int tokens, int dim, int out_dim) {
  __shared__ __align__(32) bf16 rows[kTokens][kDepth + 8];
  __shared__ __align__(32) bf16 proj[kDepth][kOut + 8];
  __shared__ __align__(32) float result[kTokens][kOut + 4];
  __shared__ int token_ids[kTokens];

  const int tid = threadIdx.x, warp = tid / 32;
  const int token0 = blockIdx.x * kTokens, out0 = blockIdx.y * kOut;

  if (tid < kTokens)
    token_ids[tid] = token0 + tid < tokens ? ids[token0 + tid] : -1;
  __syncthreads();

  // Eight warps of 16 tokens x 32 outputs.
  const int wt = warp / 2 * 16, wo = warp % 2 * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2];
  wmma::fill_fragment(acc[0], 0.0f);
  wmma::fill_fragment(acc[1], 0.0f);

  for (int d0 = 0; d0 < dim; d0 += kDepth) {
    {
      const int token = tid / 4, part = tid % 4 * 8;
      const int id = token_ids[token];
      uint4 v = make_uint4(0u, 0u, 0u, 0u);
      if (id >= 0)
        v = *reinterpret_cast<const uint4 *>(table + (size_t)id * dim + d0 +
                                             part);
      *reinterpret_cast<uint4 *>(&rows[token][part]) = v;
    }
    {
      const int d = tid / 8, part = tid % 8 * 8;
      *reinterpret_cast<uint4 *>(&proj[d][part]) =
          *reinterpret_cast<const uint4 *>(
              projection + (size_t)(d0 + d) * out_dim + out0 + part);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kDepth; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> a;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::row_major> b;
      wmma::load_matrix_sync(a, &rows[wt][k], kDepth + 8);
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        wmma::load_matrix_sync(b, &proj[k][wo + 16 * j], kOut + 8);
        wmma::mma_sync(acc[j], a, b, acc[j]);
      }
    }
    __syncthreads();
  }

  for (int j = 0; j < 2; ++j)
    wmma::store_matrix_sync(&result[wt][wo + 16 * j], acc[j], kOut + 4,
                            wmma::mem_row_major);
  __syncthreads();
  for (int i = tid; i < kTokens * kOut; i += 256)
    if (token0 + i / kOut < tokens)
      output[(size_t)(token0 + i / kOut) * out_dim + out0 + i % kOut] =
          __float2bfloat16(result[i / kOut][i % kOut]);
}

extern "C" void launch(const __nv_bfloat16 *table, const int *ids,
                       const __nv_bfloat16 *projection, __nv_bfloat16 *output,
                       int tokens, int dim, int out_dim) {
  lookup_project<64, 64, 32><<<dim3((tokens + 63) / 64, out_dim / 64), 256>>>(
      table, ids, projection, output, tokens, dim, out_dim);
}
