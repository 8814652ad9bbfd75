//===- cuda_fp4.hpp - Forward to cuda_fp4.h ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toolkit keeps the definitions here; we have none.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_FP4_HPP
#define CUDAPIPE_EMBEDDED_CUDA_FP4_HPP
#pragma clang system_header

#include "cuda_fp4.h"

#endif // CUDAPIPE_EMBEDDED_CUDA_FP4_HPP
