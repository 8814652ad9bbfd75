//===- ToolkitHostFunctions.h - What nvcc declares for host code ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read behind Clang's runtime wrapper, with a toolkit's headers. The wrapper
// takes the device side of crt/math_functions.h only, and leaves out what
// cuda_runtime.h includes of the C library; files rely on both.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_TOOLKITHOSTFUNCTIONS_H
#define CUDAPIPE_EMBEDDED_TOOLKITHOSTFUNCTIONS_H
#pragma clang system_header

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define __CUDAPIPE_HD __attribute__((host))
#include "MinMax.h"
#undef __CUDAPIPE_HD

#endif // CUDAPIPE_EMBEDDED_TOOLKITHOSTFUNCTIONS_H
