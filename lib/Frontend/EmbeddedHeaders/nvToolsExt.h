//===- nvToolsExt.h - Forward to nvToolsExt.h -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: NVIDIA Tools Extension Library documentation.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_NVTOOLSEXT_H
#define CUDAPIPE_EMBEDDED_NVTOOLSEXT_H
#pragma clang system_header

#include "nvtx3/nvToolsExt.h"

#endif // CUDAPIPE_EMBEDDED_NVTOOLSEXT_H
