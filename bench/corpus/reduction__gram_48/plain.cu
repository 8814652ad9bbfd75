// Gram matrix of a tall matrix of 48 columns: a block sums X^T X over its rows,
// 32 at a time; one tile is both factors. 144 threads of 4 x 4 results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

#define P 48
#define CHUNK 32
#define NTHR 144

extern "C" __global__ void gram_partial(const float4 *x, float *partial,
                                        int nrow, int rows_per_block) {
  __shared__ float4 xs[CHUNK][P / 4];

  const int gi = threadIdx.x / (P / 4); // quad of rows of the Gram matrix
  const int gj = threadIdx.x % (P / 4); // quad of columns
  const int begin = blockIdx.x * rows_per_block;
  const int end = min(nrow, begin + rows_per_block);

  float4 g0 = {0, 0, 0, 0}, g1 = g0, g2 = g0, g3 = g0;

  for (int base = begin; base < end; base += CHUNK) {
    for (int i = threadIdx.x; i < CHUNK * P / 4; i += NTHR) {
      const int r = i / (P / 4);
      xs[r][i % (P / 4)] = base + r < end ? x[(size_t)base * (P / 4) + i]
                                          : make_float4(0, 0, 0, 0);
    }
    __syncthreads();

#pragma unroll 8
    for (int r = 0; r < CHUNK; ++r) {
      const float4 a = xs[r][gi], b = xs[r][gj];
#define ROW(G, S) G.x += S * b.x, G.y += S * b.y, G.z += S * b.z, G.w += S * b.w
      ROW(g0, a.x);
      ROW(g1, a.y);
      ROW(g2, a.z);
      ROW(g3, a.w);
#undef ROW
    }
    __syncthreads();
  }

  float4 *to = reinterpret_cast<float4 *>(partial + (size_t)blockIdx.x * P * P);
  to[(gi * 4 + 0) * (P / 4) + gj] = g0;
  to[(gi * 4 + 1) * (P / 4) + gj] = g1;
  to[(gi * 4 + 2) * (P / 4) + gj] = g2;
  to[(gi * 4 + 3) * (P / 4) + gj] = g3;
}

extern "C" void launch(const float4 *x, float *partial, int nrow, int blocks) {
  gram_partial<<<blocks, NTHR>>>(x, partial, nrow,
                                 (nrow + blocks - 1) / blocks);
}
