//===- cudapipe/MinMax.h - min and max on both sides ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every pair of types that CUDA accepts, in the global namespace.
// Rule: CUDA Math API Reference, "Integer Mathematical Functions"; the mixed
// forms are those of the toolkit's math functions header.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_MINMAX_H
#define CUDAPIPE_EMBEDDED_MINMAX_H
#pragma clang system_header

#define __CUDAPIPE_MINMAX(R, A, B)                                             \
  __CUDAPIPE_HD R min(A, B);                                                   \
  __CUDAPIPE_HD R max(A, B);
#define __CUDAPIPE_MINMAX_SIGNS(T)                                             \
  __CUDAPIPE_MINMAX(T, T, T)                                                   \
  __CUDAPIPE_MINMAX(unsigned T, unsigned T, unsigned T)                        \
  __CUDAPIPE_MINMAX(unsigned T, T, unsigned T)                                 \
  __CUDAPIPE_MINMAX(unsigned T, unsigned T, T)

__CUDAPIPE_MINMAX_SIGNS(int)
__CUDAPIPE_MINMAX_SIGNS(long)
__CUDAPIPE_MINMAX_SIGNS(long long)
__CUDAPIPE_MINMAX(float, float, float)
__CUDAPIPE_MINMAX(double, double, double)
__CUDAPIPE_MINMAX(double, float, double)
__CUDAPIPE_MINMAX(double, double, float)

#undef __CUDAPIPE_MINMAX_SIGNS
#undef __CUDAPIPE_MINMAX

#endif // CUDAPIPE_EMBEDDED_MINMAX_H
