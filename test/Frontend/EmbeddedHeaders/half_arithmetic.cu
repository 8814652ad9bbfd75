// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Operators, intrinsics and conversions of __half and __half2.

#include <cuda_fp16.h>

__global__ void kernel(half *a, half2 *b, float *c) {
  half h = __float2half(1.0f);
  h = h + a[0] * a[1];
  h += a[2];
  h = -h / half(3.0f);
  half2 p = __floats2half2_rn(1.f, 2.f);
  p = __hfma2(p, b[0], __float2half2_rn(0.f));
  p = __hmul2(p, __halves2half2(h, __low2half(p)));
  p.x = __hmax(p.y, h);
  float2 f = __half22float2(p);
  c[0] = __half2float(h) + f.x + float(a[3]) + (float)__high2float(p);
  if (__hgt(h, a[1]) || h > a[1] || __hbge2(p, p))
    a[0] = hexp(h);
  b[1] = h2exp(__hmin2(p, __ldg(b)));
  atomicAdd(a, h);
  atomicAdd(b, p);
  a[4] = __shfl_xor_sync(0xffffffffu, h, 1);
  unsigned short bits = __half_as_ushort(h);
  a[5] = __ushort_as_half(bits);
  int i = __half2int_rz(h);
  a[6] = __int2half_rn(i);
}
