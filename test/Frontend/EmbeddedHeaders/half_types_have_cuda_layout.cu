// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Size and alignment of the 16, 8, 6 and 4 bit types.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#define LAYOUT(T, SIZE, ALIGN)                                                 \
  static_assert(sizeof(T) == SIZE && alignof(T) == ALIGN, #T)
LAYOUT(half, 2, 2);
LAYOUT(__half, 2, 2);
LAYOUT(__half_raw, 2, 2);
LAYOUT(half2, 4, 4);
LAYOUT(__half2_raw, 4, 4);
LAYOUT(nv_bfloat16, 2, 2);
LAYOUT(__nv_bfloat162, 4, 4);
LAYOUT(__nv_fp8_e4m3, 1, 1);
LAYOUT(__nv_fp8x2_e5m2, 2, 2);
LAYOUT(__nv_fp8x4_e4m3, 4, 4);
LAYOUT(__nv_fp6_e2m3, 1, 1);
LAYOUT(__nv_fp4_e2m1, 1, 1);
LAYOUT(__nv_fp4x2_e2m1, 1, 1);
LAYOUT(__nv_fp4x4_e2m1, 2, 2);
static_assert(__is_trivially_copyable(half), "");
