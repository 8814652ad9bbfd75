//===- FloatIntrinsics.h - Fast and rounded floating point intrinsics -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA Math API Reference, "Single Precision Intrinsics" and "Double
// Precision Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_FLOATINTRINSICS_H
#define CUDAPIPE_EMBEDDED_FLOATINTRINSICS_H
#pragma clang system_header

__device__ __cudapipe_f1 __cosf, __sinf, __tanf, __tanhf, __expf, __exp10f,
    __logf, __log2f, __log10f, __saturatef, __frsqrt_rn,
    __CUDAPIPE_ROUNDED(__frcp), __CUDAPIPE_ROUNDED(__fsqrt);
__device__ __cudapipe_f2 __powf, __fdividef, __CUDAPIPE_ROUNDED(__fadd),
    __CUDAPIPE_ROUNDED(__fsub), __CUDAPIPE_ROUNDED(__fmul),
    __CUDAPIPE_ROUNDED(__fdiv);
__device__ __cudapipe_f3 __CUDAPIPE_ROUNDED(__fmaf),
    __CUDAPIPE_ROUNDED(__fmaf_ieee);
__device__ void __sincosf(float x, float *sine, float *cosine);

__device__ __cudapipe_d1 __CUDAPIPE_ROUNDED(__drcp),
    __CUDAPIPE_ROUNDED(__dsqrt);
__device__ __cudapipe_d2 __CUDAPIPE_ROUNDED(__dadd),
    __CUDAPIPE_ROUNDED(__dsub), __CUDAPIPE_ROUNDED(__dmul),
    __CUDAPIPE_ROUNDED(__ddiv);
__device__ __cudapipe_d3 __CUDAPIPE_ROUNDED(__fma);

// Packed arithmetic (compute capability 10.0).
__device__ float2 __fadd2_rn(float2, float2), __fmul2_rn(float2, float2),
    __ffma2_rn(float2, float2, float2);

#endif // CUDAPIPE_EMBEDDED_FLOATINTRINSICS_H
