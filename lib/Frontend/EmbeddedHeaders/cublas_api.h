//===- cublas_api.h - Forward to cublas_v2.h --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: cuBLAS Library documentation.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUBLAS_API_H
#define CUDAPIPE_EMBEDDED_CUBLAS_API_H
#pragma clang system_header

#include "cublas_v2.h"

#endif // CUDAPIPE_EMBEDDED_CUBLAS_API_H
