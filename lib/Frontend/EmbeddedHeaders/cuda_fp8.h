//===- cuda_fp8.h - 8-bit floating point ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// e4m3, e5m2 and e8m0 with their packs of two and four.
// Rule: CUDA Math API Reference, "FP8 Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_FP8_H
#define CUDAPIPE_EMBEDDED_CUDA_FP8_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define __CUDA_FP8_H__
#define __CUDA_FP8_HPP__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#define __CUDAPIPE_FP8_TYPE(T)                                                 \
  struct T {                                                                   \
    T() = default;                                                             \
    __CUDAPIPE_HD explicit T(float);                                           \
    __CUDAPIPE_HD explicit T(double);                                          \
    __CUDAPIPE_HD explicit T(__half);                                          \
    __CUDAPIPE_HD explicit T(__nv_bfloat16);                                   \
    __CUDAPIPE_HD explicit T(int);                                             \
    __CUDAPIPE_HD explicit T(unsigned);                                        \
    __CUDAPIPE_HD explicit operator float() const;                             \
    __CUDAPIPE_HD explicit operator double() const;                            \
    __CUDAPIPE_HD explicit operator __half() const;                            \
    __CUDAPIPE_HD explicit operator __nv_bfloat16() const;                     \
    __CUDAPIPE_HD explicit operator int() const;                               \
    __CUDAPIPE_HD explicit operator bool() const;                              \
    __nv_fp8_storage_t __x;                                                    \
  };                                                                           \
  struct __attribute__((aligned(2))) __CUDAPIPE_FP8_PACK(T, x2) {              \
    __CUDAPIPE_FP8_PACK(T, x2)() = default;                                    \
    __CUDAPIPE_HD explicit __CUDAPIPE_FP8_PACK(T, x2)(float2);                 \
    __CUDAPIPE_HD explicit __CUDAPIPE_FP8_PACK(T, x2)(__half2);                \
    __CUDAPIPE_HD explicit __CUDAPIPE_FP8_PACK(T, x2)(__nv_bfloat162);         \
    __CUDAPIPE_HD explicit operator float2() const;                            \
    __CUDAPIPE_HD explicit operator __half2() const;                           \
    __nv_fp8x2_storage_t __x;                                                  \
  };                                                                           \
  struct __attribute__((aligned(4))) __CUDAPIPE_FP8_PACK(T, x4) {              \
    __CUDAPIPE_FP8_PACK(T, x4)() = default;                                    \
    __CUDAPIPE_HD explicit __CUDAPIPE_FP8_PACK(T, x4)(float4);                 \
    __CUDAPIPE_HD explicit __CUDAPIPE_FP8_PACK(T, x4)(__half2, __half2);       \
    __CUDAPIPE_HD explicit operator float4() const;                            \
    __nv_fp8x4_storage_t __x;                                                  \
  };

// __nv_fp8_e4m3 -> __nv_fp8x2_e4m3.
#define __CUDAPIPE_FP8_PACK(T, X) __CUDAPIPE_FP8_PACK_##T(X)
#define __CUDAPIPE_FP8_PACK___nv_fp8_e4m3(X) __nv_fp8##X##_e4m3
#define __CUDAPIPE_FP8_PACK___nv_fp8_e5m2(X) __nv_fp8##X##_e5m2
#define __CUDAPIPE_FP8_PACK___nv_fp8_e8m0(X) __nv_fp8##X##_e8m0

__CUDAPIPE_FP8_TYPE(__nv_fp8_e4m3)
__CUDAPIPE_FP8_TYPE(__nv_fp8_e5m2)
__CUDAPIPE_FP8_TYPE(__nv_fp8_e8m0)

__CUDAPIPE_HD __nv_fp8_storage_t
__nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t),
    __nv_cvt_double_to_fp8(double, __nv_saturation_t,
                           __nv_fp8_interpretation_t),
    __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t,
                            __nv_fp8_interpretation_t),
    __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t,
                                __nv_fp8_interpretation_t);
__CUDAPIPE_HD __nv_fp8x2_storage_t
__nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t, __nv_fp8_interpretation_t),
    __nv_cvt_halfraw2_to_fp8x2(__half2_raw, __nv_saturation_t,
                               __nv_fp8_interpretation_t),
    __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw, __nv_saturation_t,
                                   __nv_fp8_interpretation_t);
__CUDAPIPE_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t,
                                                 __nv_fp8_interpretation_t);
__CUDAPIPE_HD __half2_raw
__nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);

#endif // CUDAPIPE_EMBEDDED_CUDA_FP8_H
