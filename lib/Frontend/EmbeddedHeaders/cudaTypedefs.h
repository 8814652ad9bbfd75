//===- cudaTypedefs.h - Forward to cuda.h -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points as function types; the ones in use are in cuda.h.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDATYPEDEFS_H
#define CUDAPIPE_EMBEDDED_CUDATYPEDEFS_H
#pragma clang system_header

#include "cuda.h"

#endif // CUDAPIPE_EMBEDDED_CUDATYPEDEFS_H
