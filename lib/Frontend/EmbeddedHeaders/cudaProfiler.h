//===- cudaProfiler.h - Profiler control of the driver API ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA Driver API Reference, "Profiler Control".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDAPROFILER_H
#define CUDAPIPE_EMBEDDED_CUDAPROFILER_H
#pragma clang system_header

#include "cuda.h"

CUresult cuProfilerStart(), cuProfilerStop();

#endif // CUDAPIPE_EMBEDDED_CUDAPROFILER_H
