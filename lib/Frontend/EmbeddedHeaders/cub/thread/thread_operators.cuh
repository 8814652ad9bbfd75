//===- cub/thread/thread_operators.cuh - Forward to functors.h *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUB_THREAD_THREAD_OPERATORS_CUH
#define CUDAPIPE_EMBEDDED_CUB_THREAD_THREAD_OPERATORS_CUH
#pragma clang system_header

#include "../functors.h"

#endif // CUDAPIPE_EMBEDDED_CUB_THREAD_THREAD_OPERATORS_CUH
