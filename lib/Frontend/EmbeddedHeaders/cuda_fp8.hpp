//===- cuda_fp8.hpp - Forward to cuda_fp8.h ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toolkit keeps the definitions here; we have none.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_FP8_HPP
#define CUDAPIPE_EMBEDDED_CUDA_FP8_HPP
#pragma clang system_header

#include "cuda_fp8.h"

#endif // CUDAPIPE_EMBEDDED_CUDA_FP8_HPP
