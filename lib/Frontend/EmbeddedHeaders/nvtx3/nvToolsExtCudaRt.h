//===- nvtx3/nvToolsExtCudaRt.h - Forward to nvToolsExt.h -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: NVIDIA Tools Extension Library documentation.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_NVTX3_NVTOOLSEXTCUDART_H
#define CUDAPIPE_EMBEDDED_NVTX3_NVTOOLSEXTCUDART_H
#pragma clang system_header

#include "nvToolsExt.h"

#endif // CUDAPIPE_EMBEDDED_NVTX3_NVTOOLSEXTCUDART_H
