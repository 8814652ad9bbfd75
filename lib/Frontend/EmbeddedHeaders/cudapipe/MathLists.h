//===- cudapipe/MathLists.h - The function lists of the math API ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comma-separated names for a declaration by type; S is the suffix: nothing or
// `f`. "Standard" lists are the functions that <cmath> also has.
// Rule: CUDA Math API Reference, "Single Precision Mathematical Functions" and
// "Double Precision Mathematical Functions".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_MATHLISTS_H
#define CUDAPIPE_EMBEDDED_MATHLISTS_H
#pragma clang system_header

#define __CUDAPIPE_STANDARD_MATH1(S)                                           \
  acos##S, acosh##S, asin##S, asinh##S, atan##S, atanh##S, cbrt##S, ceil##S,   \
      cos##S, cosh##S, erf##S, erfc##S, exp##S, exp2##S, expm1##S, fabs##S,    \
      floor##S, lgamma##S, log##S, log10##S, log1p##S, log2##S, logb##S,       \
      nearbyint##S, rint##S, round##S, sin##S, sinh##S, sqrt##S, tan##S,       \
      tanh##S, tgamma##S, trunc##S

#define __CUDAPIPE_STANDARD_MATH2(S)                                           \
  atan2##S, copysign##S, fdim##S, fmax##S, fmin##S, fmod##S, hypot##S,         \
      nextafter##S, pow##S, remainder##S

#define __CUDAPIPE_CUDA_MATH1(S)                                               \
  cospi##S, cyl_bessel_i0##S, cyl_bessel_i1##S, erfcinv##S, erfcx##S,          \
      erfinv##S, exp10##S, j0##S, j1##S, normcdf##S, normcdfinv##S, rcbrt##S,  \
      rsqrt##S, sinpi##S, y0##S, y1##S

#endif // CUDAPIPE_EMBEDDED_MATHLISTS_H
