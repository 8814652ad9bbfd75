//===- cuComplex.h - Complex numbers of the math libraries ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: the names are those of the toolkit's cuComplex.h.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUCOMPLEX_H
#define CUDAPIPE_EMBEDDED_CUCOMPLEX_H
#pragma clang system_header

#include "__cudapipe_cuda_runtime.h"

#define CU_COMPLEX_H_

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __CUDAPIPE_COMPLEX(T, C, SUFFIX_F, MAKE)                               \
  __CUDAPIPE_HD T cuCreal##SUFFIX_F(C), cuCimag##SUFFIX_F(C),                  \
      cuCabs##SUFFIX_F(C);                                                     \
  __CUDAPIPE_HD C MAKE(T, T), cuConj##SUFFIX_F(C), cuCadd##SUFFIX_F(C, C),     \
      cuCsub##SUFFIX_F(C, C), cuCmul##SUFFIX_F(C, C), cuCdiv##SUFFIX_F(C, C),  \
      cuCfma##SUFFIX_F(C, C, C);

__CUDAPIPE_COMPLEX(float, cuFloatComplex, f, make_cuFloatComplex)
__CUDAPIPE_COMPLEX(double, cuDoubleComplex, , make_cuDoubleComplex)
#undef __CUDAPIPE_COMPLEX

__CUDAPIPE_HD cuComplex make_cuComplex(float, float);
__CUDAPIPE_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex);
__CUDAPIPE_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex);

#endif // CUDAPIPE_EMBEDDED_CUCOMPLEX_H
