//===- cuda_bf16.h - Bfloat16 precision -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __nv_bfloat16, __nv_bfloat162 and their functions.
// Rule: CUDA Math API Reference, "Bfloat16 Precision Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_BF16_H
#define CUDAPIPE_EMBEDDED_CUDA_BF16_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define __CUDA_BF16_H__
#define __CUDA_BF16_HPP__

#include "__cudapipe_cuda_runtime.h"
#include "cudapipe/HalfFamily.h"
#include "cuda_fp16.h"

#define __CUDA_BF16_TYPES_EXIST__

__CUDAPIPE_HALF_TYPE(__nv_bfloat16, __nv_bfloat16_raw)
__CUDAPIPE_HALF2_TYPE(__nv_bfloat16, __nv_bfloat162, __nv_bfloat162_raw)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__CUDAPIPE_HALF_OPERATORS(__nv_bfloat16)
__CUDAPIPE_HALF_OPERATORS(__nv_bfloat162)
__CUDAPIPE_HALF_SIGNATURES(__nv_bfloat16, __nv_bfloat162)
__CUDAPIPE_HALF_ARITHMETIC(__nv_bfloat16, __nv_bfloat162)
__CUDAPIPE_HALF_COMPARE(__nv_bfloat16, __nv_bfloat162)
__CUDAPIPE_HALF_MATH(__nv_bfloat16, __nv_bfloat162)
__CUDAPIPE_SHUFFLES(__nv_bfloat16)
__CUDAPIPE_SHUFFLES(__nv_bfloat162)
__CUDAPIPE_HALF_CONVERSIONS(bfloat16, __nv_bfloat16, __nv_bfloat162)
__CUDAPIPE_HD nv_bfloat162 make_bfloat162(nv_bfloat16 low, nv_bfloat16 high);

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#endif // CUDAPIPE_EMBEDDED_CUDA_BF16_H
