// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the toolkit's cuComplex.h, in its order of operations.
#pragma once
#include "cudapipe/Device.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define CUDAPIPE_COMPLEX(T, C, F, MAKE)                                        \
  inline C MAKE(T Real, T Imaginary) { return C{Real, Imaginary}; }            \
  inline T cuCreal##F(C A) { return A.x; }                                     \
  inline T cuCimag##F(C A) { return A.y; }                                     \
  inline C cuConj##F(C A) { return C{A.x, -A.y}; }                             \
  inline C cuCadd##F(C A, C B) { return C{A.x + B.x, A.y + B.y}; }             \
  inline C cuCsub##F(C A, C B) { return C{A.x - B.x, A.y - B.y}; }             \
  inline C cuCmul##F(C A, C B) {                                               \
    return C{A.x * B.x - A.y * B.y, A.x * B.y + A.y * B.x};                    \
  }                                                                            \
  inline C cuCdiv##F(C A, C B) {                                               \
    T Scale = T(1) / (std::fabs(B.x) + std::fabs(B.y));                        \
    C Top{A.x * Scale, A.y * Scale}, Below{B.x * Scale, B.y * Scale};          \
    T Length = T(1) / (Below.x * Below.x + Below.y * Below.y);                 \
    return C{(Top.x * Below.x + Top.y * Below.y) * Length,                     \
             (Top.y * Below.x - Top.x * Below.y) * Length};                    \
  }                                                                            \
  inline T cuCabs##F(C A) {                                                    \
    T Most = std::fmax(std::fabs(A.x), std::fabs(A.y));                        \
    T Least = std::fmin(std::fabs(A.x), std::fabs(A.y));                       \
    T Part = Most == 0 ? T(0) : Least / Most;                                  \
    return std::isinf(Most) ? Most : Most * std::sqrt(T(1) + Part * Part);     \
  }                                                                            \
  inline C cuCfma##F(C A, C B, C D) {                                          \
    T Real = A.x * B.x + D.x, Imaginary = A.x * B.y + D.y;                     \
    return C{-(A.y * B.y) + Real, A.y * B.x + Imaginary};                      \
  }

CUDAPIPE_COMPLEX(float, cuFloatComplex, f, make_cuFloatComplex)
CUDAPIPE_COMPLEX(double, cuDoubleComplex, , make_cuDoubleComplex)
#undef CUDAPIPE_COMPLEX

inline cuComplex make_cuComplex(float Real, float Imaginary) {
  return make_cuFloatComplex(Real, Imaginary);
}
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex A) {
  return {A.x, A.y};
}
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex A) {
  return {float(A.x), float(A.y)};
}
