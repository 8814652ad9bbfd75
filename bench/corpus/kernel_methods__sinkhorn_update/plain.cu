// A half step of Sinkhorn's iteration between clouds of points in the log
// domain: f = -eps log sum exp((g - |x - y|^2) / eps), largest so far carried
// along. Points with potentials as float4, 256 a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

template <int TILE>
__global__ void __launch_bounds__(TILE)
sinkhorn(const float4 *__restrict__ x, const float4 *__restrict__ y,
         float *__restrict__ f, int n, int m, float eps) {
  __shared__ float4 ys[TILE];

  const int i = blockIdx.x * TILE + threadIdx.x;
  const float4 p = i < n ? x[i] : make_float4(0.f, 0.f, 0.f, 0.f);
  const float inv = 1.442695f / eps;
  float top = -1e30f, sum = 0.f;

  for (int base = 0; base < m; base += TILE) {
    if (base + threadIdx.x < m) {
      float4 v = y[base + threadIdx.x];
      v.w *= inv;
      ys[threadIdx.x] = v;
    }
    __syncthreads();

    const int count = m - base < TILE ? m - base : TILE;
#pragma unroll 4
    for (int t = 0; t < count; ++t) {
      const float dx = p.x - ys[t].x, dy = p.y - ys[t].y, dz = p.z - ys[t].z;
      const float e = ys[t].w - inv * (dx * dx + dy * dy + dz * dz);
      if (e > top) {
        sum *= exp2f(top - e);
        top = e;
      }
      sum += exp2f(e - top);
    }
    __syncthreads();
  }
  if (i < n)
    f[i] = -eps * 0.6931472f * (top + log2f(sum));
}

extern "C" void launch(const float4 *x, const float4 *y, float *f, int n, int m) {
  sinkhorn<256><<<(n + 255) / 256, 256>>>(x, y, f, n, m, 0.05f);
}
