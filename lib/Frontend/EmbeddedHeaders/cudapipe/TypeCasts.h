//===- cudapipe/TypeCasts.h - Type casting intrinsics -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA Math API Reference, "Type Casting Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_TYPECASTS_H
#define CUDAPIPE_EMBEDDED_TYPECASTS_H
#pragma clang system_header

#define __CUDAPIPE_CAST(TO, NAME, FROM)                                        \
  typedef TO __cudapipe_cast##NAME(FROM);                                      \
  __device__ __cudapipe_cast##NAME __CUDAPIPE_ROUNDED(NAME);

__CUDAPIPE_CAST(float, __int2float, int)
__CUDAPIPE_CAST(float, __uint2float, unsigned)
__CUDAPIPE_CAST(float, __ll2float, long long)
__CUDAPIPE_CAST(float, __ull2float, unsigned long long)
__CUDAPIPE_CAST(float, __double2float, double)
__CUDAPIPE_CAST(int, __float2int, float)
__CUDAPIPE_CAST(unsigned, __float2uint, float)
__CUDAPIPE_CAST(long long, __float2ll, float)
__CUDAPIPE_CAST(unsigned long long, __float2ull, float)
__CUDAPIPE_CAST(int, __double2int, double)
__CUDAPIPE_CAST(unsigned, __double2uint, double)
__CUDAPIPE_CAST(long long, __double2ll, double)
__CUDAPIPE_CAST(unsigned long long, __double2ull, double)
__CUDAPIPE_CAST(double, __ll2double, long long)
__CUDAPIPE_CAST(double, __ull2double, unsigned long long)
#undef __CUDAPIPE_CAST

__device__ double __int2double_rn(int), __uint2double_rn(unsigned),
    __longlong_as_double(long long), __hiloint2double(int high, int low);
__device__ float __int_as_float(int), __uint_as_float(unsigned);
__device__ int __float_as_int(float), __double2hiint(double),
    __double2loint(double);
__device__ unsigned __float_as_uint(float);
__device__ long long __double_as_longlong(double);

#endif // CUDAPIPE_EMBEDDED_TYPECASTS_H
