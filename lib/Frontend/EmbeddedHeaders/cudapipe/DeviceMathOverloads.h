//===- cudapipe/DeviceMathOverloads.h - float and integer math overloads --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `sqrt(float)`, `sqrt(int)`, `pow(float, int)`, `abs(float)`, `isnan`, in the
// global namespace and, for those that <cmath> has, in namespace std. Put there
// *before* <cmath> is read, for the reason that Clang's own
// __clang_cuda_math_forward_declares.h gives: a constexpr std::sqrt(float)
// stays host-only when a device overload of the same signature comes first.
// Rule: ISO C++ [cmath.syn], additional overloads; CUDA Math API Reference.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_DEVICEMATHOVERLOADS_H
#define CUDAPIPE_EMBEDDED_DEVICEMATHOVERLOADS_H
#pragma clang system_header

__device__ __cudapipe_f1 __CUDAPIPE_STANDARD_MATH1(), rsqrt, rcbrt, exp10,
    sinpi, cospi, erfinv, erfcinv, erfcx, normcdf, normcdfinv, abs;
__device__ __cudapipe_d1 abs;
__device__ __cudapipe_f2 __CUDAPIPE_STANDARD_MATH2();
__device__ __cudapipe_f3 fma;
__device__ float frexp(float, int *), ldexp(float, int), scalbn(float, int),
    scalbln(float, long), modf(float, float *), remquo(float, float, int *);
__device__ int ilogb(float);
__device__ long lrint(float), lround(float), abs(long);
__device__ long long llrint(float), llround(float), abs(long long);
__device__ void sincos(float, float *, float *),
    sincospi(float, float *, float *);

__device__ unsigned umin(unsigned, unsigned), umax(unsigned, unsigned);
__device__ __cudapipe_l2 llmin, llmax;
__device__ __cudapipe_ul2 ullmin, ullmax;

__device__ bool isnan(float), isnan(double), isinf(float), isinf(double),
    isfinite(float), isfinite(double), isnormal(float), isnormal(double),
    signbit(float), signbit(double);

// Integer arguments count as double.
template <bool, typename T> struct __cudapipe_enable_if {};
template <typename T> struct __cudapipe_enable_if<true, T> { using type = T; };

#define __CUDAPIPE_INTEGER1(N)                                                 \
  template <typename T>                                                        \
  __device__ typename __cudapipe_enable_if<__is_integral(T), double>::type     \
      N(T);
#define __CUDAPIPE_MIXED2(N)                                                   \
  template <typename T, typename U>                                            \
  __device__ typename __cudapipe_enable_if<                                    \
      __is_arithmetic(T) && __is_arithmetic(U), double>::type N(T, U);

__CUDAPIPE_INTEGER1(sqrt)
__CUDAPIPE_INTEGER1(rsqrt)
__CUDAPIPE_INTEGER1(exp)
__CUDAPIPE_INTEGER1(exp2)
__CUDAPIPE_INTEGER1(log)
__CUDAPIPE_INTEGER1(log2)
__CUDAPIPE_INTEGER1(log10)
__CUDAPIPE_INTEGER1(sin)
__CUDAPIPE_INTEGER1(cos)
__CUDAPIPE_INTEGER1(fabs)
__CUDAPIPE_INTEGER1(floor)
__CUDAPIPE_INTEGER1(ceil)
__CUDAPIPE_INTEGER1(round)
__CUDAPIPE_MIXED2(pow)
__CUDAPIPE_MIXED2(fmod)
__CUDAPIPE_MIXED2(fmin)
__CUDAPIPE_MIXED2(fmax)
__CUDAPIPE_MIXED2(atan2)

#undef __CUDAPIPE_MIXED2
#undef __CUDAPIPE_INTEGER1

namespace std {
using ::abs;
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atan2;
using ::atanh;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::fdim;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::frexp;
using ::hypot;
using ::ilogb;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::labs;
using ::ldexp;
using ::lgamma;
using ::llabs;
using ::llrint;
using ::llround;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::logb;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::nearbyint;
using ::nextafter;
using ::pow;
using ::remainder;
using ::remquo;
using ::rint;
using ::round;
using ::scalbln;
using ::scalbn;
using ::signbit;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::tgamma;
using ::trunc;
} // namespace std

#endif // CUDAPIPE_EMBEDDED_DEVICEMATHOVERLOADS_H
