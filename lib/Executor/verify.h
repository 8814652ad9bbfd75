//===- verify.h - One case of a kernel, checked -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the programs that cuda-pipeline-verify writes, one a version of a kernel:
//
//   #include "verify.h"
//   #include KERNEL_FILE
//
//   CUDAPIPE_VERIFY(c) {
//     using Types = cudapipe::Parameters<decltype(&scale)>;
//     auto A = c.buffer<float>("A");
//     auto N = c.scalar<Types::At<1>>("N");
//     c.run([&] { CUDAPIPE_LAUNCH((scale), c.grid(), c.block(), c.shared(),
//                                 A, N); });
//   }
//
// Compiles with nvcc for a GPU and with clang for the executor.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_VERIFY_H
#define CUDAPIPE_VERIFY_H

#ifdef CUDAPIPE_EXECUTOR
#include "include/cudapipe/Device.h"
#pragma clang attribute push(__attribute__((no_sanitize("thread"), noinline)), \
                             apply_to = function)
#include "harness/CpuDevice.h"
#else
#include "harness/GpuTiming.h"
#endif

#include "harness/OneCase.h"

#ifdef CUDAPIPE_EXECUTOR
#pragma clang attribute pop

#define CUDAPIPE_COMPILED_ONCE(T)                                              \
  template struct cudapipe::Elements<T>;                                       \
  template T *cudapipe::OneCase::buffer<T>(const std::string &);               \
  template T *cudapipe::OneCase::host<T>(const std::string &);                 \
  template T cudapipe::OneCase::scalar<T>(const std::string &) const;
#include "harness/CommonTypes.inc"
#endif

/// Says what is launched: a function body with a cudapipe::OneCase named \p C.
#define CUDAPIPE_VERIFY(C)                                                     \
  static void cudapipeCase([[maybe_unused]] cudapipe::OneCase &C);             \
  int main(int Argc, char **Argv) {                                            \
    return cudapipe::runOneCase(Argc, Argv, cudapipeCase);                     \
  }                                                                            \
  static void cudapipeCase([[maybe_unused]] cudapipe::OneCase &C)

#endif
