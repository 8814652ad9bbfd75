//===- cuda_fp16.h - Half precision -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __half, __half2 and their functions.
// Rule: CUDA Math API Reference, "Half Precision Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_FP16_H
#define CUDAPIPE_EMBEDDED_CUDA_FP16_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define __CUDA_FP16_H__
#define __CUDA_FP16_HPP__

#include "__cudapipe_cuda_runtime.h"
#include "cudapipe/HalfFamily.h"

#define __CUDA_FP16_TYPES_EXIST__

__CUDAPIPE_HALF_TYPE(__half, __half_raw)
__CUDAPIPE_HALF2_TYPE(__half, __half2, __half2_raw)
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half nv_half;
typedef __half2 __nv_half2;
typedef __half2 nv_half2;

__CUDAPIPE_HALF_OPERATORS(__half)
__CUDAPIPE_HALF_OPERATORS(__half2)
__CUDAPIPE_HALF_SIGNATURES(__half, __half2)
__CUDAPIPE_HALF_ARITHMETIC(__half, __half2)
__CUDAPIPE_HALF_COMPARE(__half, __half2)
__CUDAPIPE_HALF_MATH(__half, __half2)
__CUDAPIPE_SHUFFLES(__half)
__CUDAPIPE_SHUFFLES(__half2)
__CUDAPIPE_HALF_CONVERSIONS(half, __half, __half2)
__CUDAPIPE_HD half2 make_half2(half low, half high);

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

#endif // CUDAPIPE_EMBEDDED_CUDA_FP16_H
