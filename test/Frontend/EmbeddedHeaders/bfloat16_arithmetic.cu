// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// The same for __nv_bfloat16.

#include <cuda_bf16.h>

__global__ void kernel(__nv_bfloat16 *a, __nv_bfloat162 *b, float *c) {
  nv_bfloat16 h = __float2bfloat16(1.0f);
  h = h + a[0] * a[1];
  h += __float2bfloat16_rn(c[0]);
  nv_bfloat162 p = __floats2bfloat162_rn(c[0], c[1]);
  p = __hfma2(p, b[0], __halves2bfloat162(h, h));
  float2 f = __bfloat1622float2(p);
  c[0] = __bfloat162float(h) + f.y + __low2float(p);
  b[1] = __hmax2(p, __bfloat162bfloat162(h));
  a[2] = hsqrt(__high2bfloat16(p));
  if (h < a[3])
    atomicAdd(a, h);
  a[4] = __shfl_down_sync(~0u, h, 16);
}
