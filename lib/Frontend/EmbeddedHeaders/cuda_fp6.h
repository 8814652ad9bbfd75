//===- cuda_fp6.h - 6-bit floating point ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types only.
// Rule: CUDA Math API Reference, "FP6 Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_FP6_H
#define CUDAPIPE_EMBEDDED_CUDA_FP6_H
#pragma clang system_header

#include "cuda_fp8.h"

enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
typedef unsigned char __nv_fp6_storage_t;
struct __nv_fp6_e2m3 {
  __nv_fp6_e2m3() = default;
  __CUDAPIPE_HD explicit __nv_fp6_e2m3(float);
  __CUDAPIPE_HD explicit operator float() const;
  __nv_fp6_storage_t __x;
};
struct __nv_fp6_e3m2 {
  __nv_fp6_e3m2() = default;
  __CUDAPIPE_HD explicit __nv_fp6_e3m2(float);
  __CUDAPIPE_HD explicit operator float() const;
  __nv_fp6_storage_t __x;
};

#endif // CUDAPIPE_EMBEDDED_CUDA_FP6_H
