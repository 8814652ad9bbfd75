// Gradients of scale and shift of a layer norm: sums over the rows, half inputs
// and float sums. 16 rows x 64 pairs of columns a trip with the statistics of
// the rows; blocks of (64, 4), parts of the rows in blockIdx.y.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

namespace layer_norm {

template <int COL_PAIRS, int ROWS, int GROUPS> struct Scratch {
  half2 x[ROWS][COL_PAIRS];
  half2 dy[ROWS][COL_PAIRS];
  float mean[ROWS], rstd[ROWS];
  float2 dgamma[GROUPS][COL_PAIRS], dbeta[GROUPS][COL_PAIRS];
};

template <int COL_PAIRS, int ROWS, int GROUPS>
__global__ void grad_weights(const half2 *__restrict__ x,
                             const half2 *__restrict__ dy,
                             const float *__restrict__ mean,
                             const float *__restrict__ rstd,
                             float2 *__restrict__ dgamma,
                             float2 *__restrict__ dbeta, int rows, int pairs,
                             int rows_per_part) {
  __shared__ Scratch<COL_PAIRS, ROWS, GROUPS> s;
  const int c = threadIdx.x, g = threadIdx.y;
  const int col = blockIdx.x * COL_PAIRS + c;
  const int begin = blockIdx.y * rows_per_part;
  const int end = min(begin + rows_per_part, rows);
  const half2 zero = __float2half2_rn(0.f);

  float2 dg = {0.f, 0.f}, db = {0.f, 0.f};

  for (int row0 = begin; row0 < end; row0 += ROWS) {
#pragma unroll
    for (int r = g; r < ROWS; r += GROUPS) {
      const bool in = row0 + r < end && col < pairs;
      const size_t at = size_t(row0 + r) * pairs + col;
      s.x[r][c] = in ? x[at] : zero;
      s.dy[r][c] = in ? dy[at] : zero;
    }
    if (g == 0 && c < ROWS) {
      s.mean[c] = row0 + c < end ? mean[row0 + c] : 0.f;
      s.rstd[c] = row0 + c < end ? rstd[row0 + c] : 0.f;
    }
    __syncthreads();

#pragma unroll
    for (int r = g; r < ROWS; r += GROUPS) {
      const float2 a = __half22float2(s.x[r][c]);
      const float2 d = __half22float2(s.dy[r][c]);
      const float m = s.mean[r], q = s.rstd[r];
      dg.x += d.x * (a.x - m) * q;
      dg.y += d.y * (a.y - m) * q;
      db.x += d.x;
      db.y += d.y;
    }
    __syncthreads();
  }

  s.dgamma[g][c] = dg;
  s.dbeta[g][c] = db;
  __syncthreads();
  if (g == 0 && col < pairs) {
#pragma unroll
    for (int i = 1; i < GROUPS; ++i) {
      dg.x += s.dgamma[i][c].x;
      dg.y += s.dgamma[i][c].y;
      db.x += s.dbeta[i][c].x;
      db.y += s.dbeta[i][c].y;
    }
    dgamma[size_t(blockIdx.y) * pairs + col] = dg;
    dbeta[size_t(blockIdx.y) * pairs + col] = db;
  }
}

} // namespace layer_norm

extern "C" void launch(const half2 *x, const half2 *dy, const float *mean,
                       const float *rstd, float2 *dgamma, float2 *dbeta,
                       int rows, int pairs, int parts) {
  dim3 grid((pairs + 63) / 64, parts);
  layer_norm::grad_weights<64, 16, 4><<<grid, dim3(64, 4)>>>(
      x, dy, mean, rstd, dgamma, dbeta, rows, pairs,
      (rows + parts - 1) / parts);
}
