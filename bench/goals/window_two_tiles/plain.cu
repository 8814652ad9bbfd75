// Attention inside windows of 128 tokens, float, head dimension 32: a query a
// thread; keys and values pass in two tiles of 64.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>
#include <math_constants.h>

#define WINDOW 128
#define TILE 64
#define DIM 32

__global__ void __launch_bounds__(WINDOW)
    window_attention(const float *__restrict__ q, const float *__restrict__ k,
                     const float *__restrict__ v, float *__restrict__ out,
                     float scale) {
  __shared__ float ks[TILE][DIM];
  __shared__ float vs[TILE][DIM];

  const int t = threadIdx.x;
  const size_t base = (size_t)blockIdx.x * WINDOW * DIM;

  float qr[DIM], acc[DIM];
  for (int d = 0; d < DIM; ++d) {
    qr[d] = q[base + t * DIM + d] * scale;
    acc[d] = 0.0f;
  }
  float m = -CUDART_INF_F, l = 0.0f;

  for (int j0 = 0; j0 < WINDOW; j0 += TILE) {
    for (int i = t; i < TILE * DIM / 4; i += WINDOW) {
      ((float4 *)ks)[i] = ((const float4 *)(k + base + j0 * DIM))[i];
      ((float4 *)vs)[i] = ((const float4 *)(v + base + j0 * DIM))[i];
    }
    __syncthreads();

    for (int j = 0; j < TILE; ++j) {
      float s = 0.0f;
      for (int d = 0; d < DIM; ++d)
        s += qr[d] * ks[j][d];
      const float m_new = fmaxf(m, s);
      const float corr = __expf(m - m_new);
      const float p = __expf(s - m_new);
      l = l * corr + p;
      for (int d = 0; d < DIM; ++d)
        acc[d] = acc[d] * corr + p * vs[j][d];
      m = m_new;
    }
    __syncthreads();
  }

  for (int d = 0; d < DIM; ++d)
    out[base + t * DIM + d] = acc[d] / l;
}

extern "C" void launch(const float *q, const float *k, const float *v,
                       float *out, int windows, int) {
  window_attention<<<windows, WINDOW>>>(q, k, v, out, rsqrtf((float)DIM));
}
