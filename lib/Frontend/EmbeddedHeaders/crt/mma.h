//===- crt/mma.h - Forward to mma.h -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the toolkit, mma.h is the forward.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CRT_MMA_H
#define CUDAPIPE_EMBEDDED_CRT_MMA_H
#pragma clang system_header

#include "../mma.h"

#endif // CUDAPIPE_EMBEDDED_CRT_MMA_H
