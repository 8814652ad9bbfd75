//===- cudapipe/IntegerIntrinsics.h - Integer and dot product intrinsics --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA Math API Reference, "Integer Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_INTEGERINTRINSICS_H
#define CUDAPIPE_EMBEDDED_INTEGERINTRINSICS_H
#pragma clang system_header

__device__ __cudapipe_i2 __mul24, __mulhi, __hadd, __rhadd, mul24, mulhi;
__device__ __cudapipe_u2 __umul24, __umulhi, __uhadd, __urhadd, umul24, umulhi;
__device__ __cudapipe_l2 __mul64hi, mul64hi;
__device__ __cudapipe_ul2 __umul64hi, umul64hi;

__device__ __cudapipe_u1 __brev;
__device__ unsigned long long __brevll(unsigned long long x);
__device__ int __clz(int x), __clzll(long long x), __ffs(int x),
    __ffsll(long long x), __popc(unsigned x), __popcll(unsigned long long x);
__device__ unsigned __sad(int a, int b, unsigned c);

// __byte_perm(x, y, selector), __funnelshift_l(low, high, shift).
__device__ __cudapipe_u3 __byte_perm, __usad, __funnelshift_l, __funnelshift_lc,
    __funnelshift_r, __funnelshift_rc;

#define __CUDAPIPE_DOT(NAME, VEC_A, VEC_B)                                     \
  __device__ __cudapipe_i3 NAME;                                               \
  __device__ __cudapipe_u3 NAME;                                               \
  __device__ int NAME(VEC_A a, VEC_B b, int c);                                \
  __device__ unsigned NAME(u##VEC_A a, u##VEC_B b, unsigned c);

__CUDAPIPE_DOT(__dp4a, char4, char4)
__CUDAPIPE_DOT(__dp2a_lo, short2, char4)
__CUDAPIPE_DOT(__dp2a_hi, short2, char4)
#undef __CUDAPIPE_DOT

// DPX (compute capability 9.0, emulated below).
#define __CUDAPIPE_DPX_S32(NAME) NAME##_s32, NAME##_s32_relu
#define __CUDAPIPE_DPX_PACKED(NAME)                                            \
  NAME##_s16x2, NAME##_s16x2_relu, NAME##_u32, NAME##_u16x2

__CUDAPIPE_HD __cudapipe_i3 __CUDAPIPE_DPX_S32(__vimax3),
    __CUDAPIPE_DPX_S32(__vimin3), __CUDAPIPE_DPX_S32(__viaddmax),
    __CUDAPIPE_DPX_S32(__viaddmin);
__CUDAPIPE_HD __cudapipe_u3 __CUDAPIPE_DPX_PACKED(__vimax3),
    __CUDAPIPE_DPX_PACKED(__vimin3), __CUDAPIPE_DPX_PACKED(__viaddmax),
    __CUDAPIPE_DPX_PACKED(__viaddmin);
__CUDAPIPE_HD __cudapipe_i2 __vimax_s32_relu, __vimin_s32_relu;
__CUDAPIPE_HD int __vibmax_s32(int a, int b, bool *predicate),
    __vibmin_s32(int a, int b, bool *predicate);
__CUDAPIPE_HD unsigned __vibmax_u32(unsigned a, unsigned b, bool *predicate),
    __vibmin_u32(unsigned a, unsigned b, bool *predicate);
#undef __CUDAPIPE_DPX_PACKED
#undef __CUDAPIPE_DPX_S32

#endif // CUDAPIPE_EMBEDDED_INTEGERINTRINSICS_H
