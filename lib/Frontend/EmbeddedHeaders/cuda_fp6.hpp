//===- cuda_fp6.hpp - Forward to cuda_fp6.h ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toolkit keeps the definitions here; we have none.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_FP6_HPP
#define CUDAPIPE_EMBEDDED_CUDA_FP6_HPP
#pragma clang system_header

#include "cuda_fp6.h"

#endif // CUDAPIPE_EMBEDDED_CUDA_FP6_HPP
