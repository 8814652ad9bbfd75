//===- cudapipe/FunctionTypes.h - Function types, by what they take -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hundreds of intrinsics share a handful of signatures. A declaration by type,
// `__device__ __cudapipe_f1 __sinf, __cosf;`, is as good as one with parameters
// and parses in half the time, which the implicit include has to care about.
// Letters: f float, d double, i int, u unsigned, l long long, p pointer; the
// digit is the number of parameters.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_FUNCTIONTYPES_H
#define CUDAPIPE_EMBEDDED_FUNCTIONTYPES_H
#pragma clang system_header

typedef float __cudapipe_f1(float);
typedef float __cudapipe_f2(float, float);
typedef float __cudapipe_f3(float, float, float);
typedef float __cudapipe_f4(float, float, float, float);
typedef double __cudapipe_d1(double);
typedef double __cudapipe_d2(double, double);
typedef double __cudapipe_d3(double, double, double);
typedef double __cudapipe_d4(double, double, double, double);
typedef int __cudapipe_i1(int);
typedef int __cudapipe_i2(int, int);
typedef int __cudapipe_i3(int, int, int);
typedef unsigned __cudapipe_u1(unsigned);
typedef unsigned __cudapipe_u2(unsigned, unsigned);
typedef unsigned __cudapipe_u3(unsigned, unsigned, unsigned);
typedef long long __cudapipe_l2(long long, long long);
typedef unsigned long long __cudapipe_ul2(unsigned long long,
                                          unsigned long long);

// One name with each of the four rounding modes.
#define __CUDAPIPE_ROUNDED(NAME) NAME##_rn, NAME##_rz, NAME##_ru, NAME##_rd

#endif // CUDAPIPE_EMBEDDED_FUNCTIONTYPES_H
