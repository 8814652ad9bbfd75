//===- cublas.h - cuBLAS, old interface -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The old interface had its own; its handles and enumerations are the same.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUBLAS_H
#define CUDAPIPE_EMBEDDED_CUBLAS_H
#pragma clang system_header

#include "cublas_v2.h"

cublasStatus_t cublasInit(), cublasShutdown(),
    cublasAlloc(int n, int size, void **p), cublasFree(void *p);

#endif // CUDAPIPE_EMBEDDED_CUBLAS_H
