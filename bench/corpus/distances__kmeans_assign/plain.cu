// The assignment step of k-means: 64 points a block, centres 64 at a time, and
// for those the dimensions in chunks of 16. 16 x 16 threads, 4 x 4 distances
// each; lanes with the same points agree on the closest by shuffles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cfloat>

template <int TILE, int CHUNK>
__global__ void assign(const float *__restrict__ points,
                       const float *__restrict__ centres,
                       int *__restrict__ label, float *__restrict__ distance,
                       int n, int k, int dim) {
  __shared__ float ps[CHUNK][TILE + 1];
  __shared__ float cs[CHUNK][TILE + 1];

  const int tx = threadIdx.x, ty = threadIdx.y, tid = ty * 16 + tx;
  const int p0 = blockIdx.x * TILE;

  float best[4] = {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX};
  int which[4] = {-1, -1, -1, -1};

  for (int c0 = 0; c0 < k; c0 += TILE) {
    float d2[4][4] = {};

    for (int d0 = 0; d0 < dim; d0 += CHUNK) {
      const int d = tid % CHUNK;
      for (int r = tid / CHUNK; r < TILE; r += 256 / CHUNK) {
        const bool in = d0 + d < dim;
        ps[d][r] = in && p0 + r < n ? points[(size_t)(p0 + r) * dim + d0 + d]
                                    : 0.0f;
        cs[d][r] = in && c0 + r < k ? centres[(size_t)(c0 + r) * dim + d0 + d]
                                    : 0.0f;
      }
      __syncthreads();
#pragma unroll
      for (int e = 0; e < CHUNK; ++e)
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
          for (int j = 0; j < 4; ++j) {
            const float diff = ps[e][ty + 16 * i] - cs[e][tx + 16 * j];
            d2[i][j] += diff * diff;
          }
      __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        if (c0 + tx + 16 * j < k && d2[i][j] < best[i]) {
          best[i] = d2[i][j];
          which[i] = c0 + tx + 16 * j;
        }
  }

#pragma unroll
  for (int i = 0; i < 4; ++i) {
    for (int off = 8; off; off /= 2) {
      const float b = __shfl_xor_sync(0xffffffffu, best[i], off);
      const int w = __shfl_xor_sync(0xffffffffu, which[i], off);
      if (b < best[i] || (b == best[i] && w < which[i])) {
        best[i] = b;
        which[i] = w;
      }
    }
    const int p = p0 + ty + 16 * i;
    if (tx == 0 && p < n) {
      label[p] = which[i];
      distance[p] = sqrtf(best[i]);
    }
  }
}

extern "C" void launch(const float *points, const float *centres, int *label,
                       float *distance, int n, int k, int dim) {
  assign<64, 16><<<(n + 63) / 64, dim3(16, 16)>>>(points, centres, label,
                                                  distance, n, k, dim);
}
