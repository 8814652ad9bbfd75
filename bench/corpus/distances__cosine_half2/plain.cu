// Cosine similarity of embeddings in half2: products and norms are summed in
// the same pass. 32 queries, 64 documents and 32 pairs of dimensions a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

#define QT 32
#define DT 64
#define PAIRS 32

__device__ __forceinline__ void mad(float &sum, float2 a, float2 b) {
  sum = fmaf(a.x, b.x, sum);
  sum = fmaf(a.y, b.y, sum);
}

__global__ void __launch_bounds__(256)
    cosine_kernel(const half2 *queries, const half2 *documents, half *cosine,
                  int nq, int nd, int pairs) {
  __shared__ half2 qs[QT][PAIRS + 1];
  __shared__ half2 ds[DT][PAIRS + 1];

  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int q0 = blockIdx.y * QT, d0 = blockIdx.x * DT;
  const half2 zero = __float2half2_rn(0.0f);

  // A lane has two documents, a warp four queries.
  float dot[4][2] = {}, qq[4] = {}, dd[2] = {};

  for (int p0 = 0; p0 < pairs; p0 += PAIRS) {
    const bool in = p0 + lane < pairs;
    for (int r = warp; r < QT; r += 8)
      qs[r][lane] = in && q0 + r < nq
                        ? queries[(size_t)(q0 + r) * pairs + p0 + lane]
                        : zero;
    for (int r = warp; r < DT; r += 8)
      ds[r][lane] = in && d0 + r < nd
                        ? documents[(size_t)(d0 + r) * pairs + p0 + lane]
                        : zero;
    __syncthreads();

#pragma unroll 8
    for (int p = 0; p < PAIRS; p++) {
      float2 q[4], d[2];
#pragma unroll
      for (int i = 0; i < 4; i++) {
        q[i] = __half22float2(qs[warp * 4 + i][p]);
        mad(qq[i], q[i], q[i]);
      }
#pragma unroll
      for (int j = 0; j < 2; j++) {
        d[j] = __half22float2(ds[lane + 32 * j][p]);
        mad(dd[j], d[j], d[j]);
      }
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 2; j++)
          mad(dot[i][j], q[i], d[j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int j = 0; j < 2; j++) {
      const int q = q0 + warp * 4 + i, d = d0 + lane + 32 * j;
      if (q < nq && d < nd)
        cosine[(size_t)q * nd + d] = __float2half(
            dot[i][j] / fmaxf(sqrtf(qq[i]) * sqrtf(dd[j]), 1e-8f));
    }
}

extern "C" void launch(const half *queries, const half *documents, half *cosine,
                       int nq, int nd, int dim) {
  dim3 grid((nd + DT - 1) / DT, (nq + QT - 1) / QT);
  cosine_kernel<<<grid, 256>>>((const half2 *)queries,
                               (const half2 *)documents, cosine, nq, nd,
                               dim / 2);
}
