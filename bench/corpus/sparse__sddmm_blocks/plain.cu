// Sampled dense-dense product: of Q * K^T only the 32 x 32 blocks of a list are
// computed, and multiplied by the values there. 2 x 2 results a thread, tiles of
// 32 columns of both, four at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

struct BlockList {
  const int *rows, *cols;
  int count;
};

template <int B, int KT>
__global__ void __launch_bounds__(256, 4)
    sddmm(BlockList list, const float *lhs, const float *rhs,
          const float *values, float *out, int k) {
  // Columns of four, then rows: what a thread reads are neighbours of others'.
  __shared__ float4 lhs_tile[KT / 4][B + 1];
  __shared__ float4 rhs_tile[KT / 4][B + 1];

  const int bi = blockIdx.x;
  const int tid = threadIdx.x;
  const int tr = tid / 16, tc = tid % 16;
  const float *lhs_rows = lhs + (size_t)list.rows[bi] * B * k;
  const float *rhs_rows = rhs + (size_t)list.cols[bi] * B * k;

  // 256 threads load 32 rows of eight float4.
  const int load_row = tid / (KT / 4), load_quad = tid % (KT / 4);

  float dot[2][2] = {{0.f, 0.f}, {0.f, 0.f}};
  for (int k0 = 0; k0 < k; k0 += KT) {
    lhs_tile[load_quad][load_row] = *reinterpret_cast<const float4 *>(
        &lhs_rows[(size_t)load_row * k + k0 + load_quad * 4]);
    rhs_tile[load_quad][load_row] = *reinterpret_cast<const float4 *>(
        &rhs_rows[(size_t)load_row * k + k0 + load_quad * 4]);
    __syncthreads();
#pragma unroll
    for (int q = 0; q < KT / 4; ++q)
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
          const float4 a = lhs_tile[q][tr + 16 * i];
          const float4 b = rhs_tile[q][tc + 16 * j];
          dot[i][j] += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const size_t at = (size_t)bi * B * B + (tr + 16 * i) * B + tc + 16 * j;
      out[at] = values[at] * dot[i][j];
    }
}

extern "C" void launch(const int *rows, const int *cols, const float *lhs,
                       const float *rhs, const float *values, float *out,
                       int blocks, int k) {
  BlockList list = {rows, cols, blocks};
  sddmm<32, 32><<<blocks, 256>>>(list, lhs, rhs, values, out, k);
}
