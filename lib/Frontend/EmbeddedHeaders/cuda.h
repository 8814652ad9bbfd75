//===- cuda.h - Driver API --------------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part that host code beside kernels uses.
// Rule: CUDA Driver API Reference.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_H
#define CUDAPIPE_EMBEDDED_CUDA_H
#pragma clang system_header

#include "__cudapipe_cuda_runtime.h"

#ifndef CUDA_VERSION
#define CUDA_VERSION 13000
#endif
#define __cuda_cuda_h__

#include "cudapipe/DriverTypes.h"
#include "cudapipe/DriverMemory.h"
#include "cudapipe/DriverFunctions.h"
#include "cudapipe/DriverTensorMap.h"

#endif // CUDAPIPE_EMBEDDED_CUDA_H
