//===- cudapipe/ToolkitRuntime.h - The implicit include --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every file sees with a toolkit's headers: what `clang -x cuda` includes
// by itself, and what that leaves out.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_TOOLKITRUNTIME_H
#define CUDAPIPE_EMBEDDED_TOOLKITRUNTIME_H
#pragma clang system_header

// clang-format off: in this order.
#include "HideMacros.h"
#include <__clang_cuda_runtime_wrapper.h>
#include "ToolkitFunctions.h"
#include "ShowMacros.h"
// clang-format on

#endif // CUDAPIPE_EMBEDDED_TOOLKITRUNTIME_H
