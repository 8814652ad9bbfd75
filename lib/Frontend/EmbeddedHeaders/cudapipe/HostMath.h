//===- cudapipe/HostMath.h - Math functions of host code --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc includes <math.h> for everyone, so host code calls these with no
// include of its own; the commonest are enough. Declared as the C library does
// (glibc's __THROW is noexcept), so that a later <math.h> only repeats them.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_HOSTMATH_H
#define CUDAPIPE_EMBEDDED_HOSTMATH_H
#pragma clang system_header

#define __CUDAPIPE_HOST1(N)                                                    \
  double N(double) noexcept(true);                                             \
  float N##f(float) noexcept(true);
#define __CUDAPIPE_HOST2(N)                                                    \
  double N(double, double) noexcept(true);                                     \
  float N##f(float, float) noexcept(true);

extern "C" {
__CUDAPIPE_HOST1(acos)
__CUDAPIPE_HOST1(asin)
__CUDAPIPE_HOST1(atan)
__CUDAPIPE_HOST1(ceil)
__CUDAPIPE_HOST1(cos)
__CUDAPIPE_HOST1(cosh)
__CUDAPIPE_HOST1(erf)
__CUDAPIPE_HOST1(exp)
__CUDAPIPE_HOST1(fabs)
__CUDAPIPE_HOST1(floor)
__CUDAPIPE_HOST1(log)
__CUDAPIPE_HOST1(log10)
__CUDAPIPE_HOST1(log2)
__CUDAPIPE_HOST1(round)
__CUDAPIPE_HOST1(sin)
__CUDAPIPE_HOST1(sqrt)
__CUDAPIPE_HOST1(tan)
__CUDAPIPE_HOST1(tanh)
__CUDAPIPE_HOST2(atan2)
__CUDAPIPE_HOST2(fmax)
__CUDAPIPE_HOST2(fmin)
__CUDAPIPE_HOST2(fmod)
__CUDAPIPE_HOST2(pow)
double frexp(double, int *) noexcept(true);
double fma(double, double, double) noexcept(true);
float fmaf(float, float, float) noexcept(true);
int abs(int) noexcept(true);
long labs(long) noexcept(true);
}

template <typename T> bool isnan(T);
template <typename T> bool isinf(T);
template <typename T> bool isfinite(T);

// CUDA adds this one to the host side.
__cudapipe_f1 rsqrtf;
__cudapipe_d1 rsqrt;

#undef __CUDAPIPE_HOST1
#undef __CUDAPIPE_HOST2

#endif // CUDAPIPE_EMBEDDED_HOSTMATH_H
