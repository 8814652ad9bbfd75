// Gradient of RMS normalisation with respect to its input: rows of up to 4096,
// dynamic memory for one row of x and of w * dy, several rows a block.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>

__global__ void rmsnorm_bwd(const __nv_bfloat162 *__restrict__ x,
                            const __nv_bfloat162 *__restrict__ dy,
                            const float2 *__restrict__ weight,
                            __nv_bfloat162 *__restrict__ dx, int rows, int cols2,
                            float eps) {
  extern __shared__ float2 smem[];
  float2 *xs = smem;
  float2 *gs = smem + cols2;
  __shared__ float2 warp_sum[8];

  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const size_t base = (size_t)row * cols2;
    for (int c = threadIdx.x; c < cols2; c += blockDim.x) {
      const float2 g = __bfloat1622float2(dy[base + c]);
      const float2 w = weight[c];
      xs[c] = __bfloat1622float2(x[base + c]);
      gs[c] = make_float2(g.x * w.x, g.y * w.y);
    }
    __syncthreads();

    float2 s = make_float2(0.f, 0.f);
    for (int c = threadIdx.x; c < cols2; c += blockDim.x) {
      const float2 a = xs[c], g = gs[c];
      s.x += a.x * a.x + a.y * a.y;
      s.y += a.x * g.x + a.y * g.y;
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
      s.x += __shfl_xor_sync(0xffffffffu, s.x, o);
      s.y += __shfl_xor_sync(0xffffffffu, s.y, o);
    }
    if (threadIdx.x % 32 == 0)
      warp_sum[threadIdx.x / 32] = s;
    __syncthreads();
    float xx = 0.f, xg = 0.f;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      xx += warp_sum[i].x;
      xg += warp_sum[i].y;
    }
    const float n = 2.f * cols2;
    const float r = rsqrtf(xx / n + eps);
    const float k = r * r * r * xg / n;
    for (int c = threadIdx.x; c < cols2; c += blockDim.x)
      dx[base + c] = __floats2bfloat162_rn(r * gs[c].x - k * xs[c].x,
                                           r * gs[c].y - k * xs[c].y);
    __syncthreads();
  }
}

extern "C" void launch(const __nv_bfloat162 *x, const __nv_bfloat162 *dy,
                       const float2 *weight, __nv_bfloat162 *dx, int rows,
                       int cols) {
  const int blocks = rows < 528 ? rows : 528;
  rmsnorm_bwd<<<blocks, 256, cols * 2 * sizeof(float)>>>(x, dy, weight, dx, rows,
                                                        cols / 2, 1e-6f);
}
