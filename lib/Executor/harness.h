//===- harness.h - Drive a kernel on a GPU or on the executor ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #include "harness.h"
//   #include KERNEL_FILE
//
//   CUDAPIPE_CASES(c) {
//     for (int K : {0, 1, 7, 8, 40}) {
//       auto A = c.input<float>(M * K), B = c.input<float>(K * N);
//       auto C = c.output<float>(M * N);
//       CUDAPIPE_LAUNCH((gemm<64, 64, 8>), dim3(2, 2), dim3(16, 16), 0,
//                       A, B, C, M, N, K);
//       c.check("K=" + std::to_string(K));
//     }
//   }
//
// Built once with the original as KERNEL_FILE and once with the rewritten one;
// the two programs must print the same lines.  The same driver compiles with
// nvcc and, by run-on-cpu, with clang for the executor.  See README.md.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_H
#define CUDAPIPE_HARNESS_H

#ifdef CUDAPIPE_EXECUTOR
#include "include/cudapipe/Device.h"
#pragma clang attribute push(__attribute__((no_sanitize("thread"), noinline)), \
                             apply_to = function)
#include "harness/CpuDevice.h"
#else
#include "harness/GpuDevice.h"
#endif

#include "harness/Cases.h"
#include "harness/Main.h"

#ifdef CUDAPIPE_EXECUTOR
#pragma clang attribute pop

#define CUDAPIPE_COMPILED_ONCE(T)                                              \
  template class std::vector<T>;                                               \
  template cudapipe::Buffer<T> cudapipe::Cases::input(size_t, const char *);   \
  template cudapipe::Buffer<T> cudapipe::Cases::inout(size_t, const char *);   \
  template cudapipe::Buffer<T> cudapipe::Cases::output(size_t, const char *);
#include "harness/CommonTypes.inc"
#endif

/// Defines the cases: a function body with a cudapipe::Cases named \p C.
#define CUDAPIPE_CASES(C)                                                      \
  void cudapipeCases([[maybe_unused]] cudapipe::Cases &C)

/// Defines what `--time` measures, on a GPU only: prepare buffers as for a
/// case, then C.time("4096", [&] { CUDAPIPE_LAUNCH(...); }).
#define CUDAPIPE_TIMING(C) CUDAPIPE_TIMING_IMPL(C)

#endif
