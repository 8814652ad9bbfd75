//===- cuda_bf16.hpp - Forward to cuda_bf16.h -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toolkit keeps the definitions here; we have none.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_BF16_HPP
#define CUDAPIPE_EMBEDDED_CUDA_BF16_HPP
#pragma clang system_header

#include "cuda_bf16.h"

#endif // CUDAPIPE_EMBEDDED_CUDA_BF16_HPP
