//===- cudapipe/DeviceMath.h - Math functions of device code ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `sqrt` and `sqrtf`, for the whole math API. Clang lets a device function
// stand beside the C library's host function of the same signature.
// Rule: CUDA Math API Reference.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_DEVICEMATH_H
#define CUDAPIPE_EMBEDDED_DEVICEMATH_H
#pragma clang system_header

__device__ __cudapipe_d1 __CUDAPIPE_STANDARD_MATH1(), __CUDAPIPE_CUDA_MATH1();
__device__ __cudapipe_f1 __CUDAPIPE_STANDARD_MATH1(f), __CUDAPIPE_CUDA_MATH1(f);
__device__ __cudapipe_d2 __CUDAPIPE_STANDARD_MATH2(), rhypot;
__device__ __cudapipe_f2 __CUDAPIPE_STANDARD_MATH2(f), rhypotf, fdividef;
__device__ __cudapipe_d3 fma, norm3d, rnorm3d;
__device__ __cudapipe_f3 fmaf, norm3df, rnorm3df;
__device__ __cudapipe_d4 norm4d, rnorm4d;
__device__ __cudapipe_f4 norm4df, rnorm4df;

__device__ double norm(int, const double *), rnorm(int, const double *),
    frexp(double, int *), ldexp(double, int), scalbn(double, int),
    scalbln(double, long), modf(double, double *),
    remquo(double, double, int *), nan(const char *), jn(int, double),
    yn(int, double);
__device__ float normf(int, const float *), rnormf(int, const float *),
    frexpf(float, int *), ldexpf(float, int), scalbnf(float, int),
    scalblnf(float, long), modff(float, float *), remquof(float, float, int *),
    nanf(const char *), jnf(int, float), ynf(int, float);
__device__ int ilogb(double), ilogbf(float), __isnan(double), __isnanf(float),
    __isinf(double), __isinff(float), __finite(double), __finitef(float),
    __signbit(double), __signbitf(float), __signbitd(double), __isnand(double),
    __isinfd(double), __isfinited(double);
__device__ long lrint(double), lrintf(float), lround(double), lroundf(float);
__device__ long long llrint(double), llrintf(float), llround(double),
    llroundf(float);
__device__ void sincos(double, double *, double *),
    sincosf(float, float *, float *), sincospi(double, double *, double *),
    sincospif(float, float *, float *);

__device__ int abs(int);
__device__ long labs(long);
__device__ long long llabs(long long);

#endif // CUDAPIPE_EMBEDDED_DEVICEMATH_H
