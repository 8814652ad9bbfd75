//===- cuda_fp4.h - 4-bit floating point ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types and the conversions that quantizing kernels use.
// Rule: CUDA Math API Reference, "FP4 Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_FP4_H
#define CUDAPIPE_EMBEDDED_CUDA_FP4_H
#pragma clang system_header

#include "cuda_fp8.h"

enum __nv_fp4_interpretation_t { __NV_E2M1 };
typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
struct __nv_fp4_e2m1 {
  __nv_fp4_e2m1() = default;
  __CUDAPIPE_HD explicit __nv_fp4_e2m1(float);
  __CUDAPIPE_HD explicit operator float() const;
  __nv_fp4_storage_t __x;
};
struct __nv_fp4x2_e2m1 {
  __nv_fp4x2_e2m1() = default;
  __CUDAPIPE_HD explicit __nv_fp4x2_e2m1(float2);
  __CUDAPIPE_HD explicit operator float2() const;
  __nv_fp4x2_storage_t __x;
};
struct __attribute__((aligned(2))) __nv_fp4x4_e2m1 {
  __nv_fp4x4_e2m1() = default;
  __CUDAPIPE_HD explicit __nv_fp4x4_e2m1(float4);
  __CUDAPIPE_HD explicit operator float4() const;
  __nv_fp4x4_storage_t __x;
};
__CUDAPIPE_HD __nv_fp4_storage_t
__nv_cvt_float_to_fp4(float, __nv_fp4_interpretation_t, cudaRoundMode);
__CUDAPIPE_HD __nv_fp4x2_storage_t
__nv_cvt_float2_to_fp4x2(float2, __nv_fp4_interpretation_t, cudaRoundMode);
__CUDAPIPE_HD __half2_raw
__nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t, __nv_fp4_interpretation_t);

#endif // CUDAPIPE_EMBEDDED_CUDA_FP4_H
