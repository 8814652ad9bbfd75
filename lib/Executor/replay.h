//===- replay.h - A recorded launch on the executor -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the programs that cuda-pipeline-verify writes to replay a launch without
// a GPU, one a version of a kernel:
//
//   #include "replay.h"
//   #include KERNEL_FILE
//
//   CUDAPIPE_REPLAY(c) {
//     using Types = cudapipe::Parameters<decltype(&scale)>;
//     auto A = c.argument<Types::At<0>>(0);
//     c.run([&] { CUDAPIPE_LAUNCH((scale), c.grid(), c.block(), c.shared(),
//                                 A); });
//   }
//
// On a GPU one program replays every launch, from a cubin:
// tools/cuda-pipeline-verify/capture/GpuReplay.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REPLAY_H
#define CUDAPIPE_REPLAY_H

#include "include/cudapipe/Device.h"
#pragma clang attribute push(__attribute__((no_sanitize("thread"), noinline)), \
                             apply_to = function)
#include "harness/CpuDevice.h"

#include "harness/CpuReplay.h"
#pragma clang attribute pop

/// Says what is launched: a function body with a cudapipe::CpuReplay named \p
/// C.
#define CUDAPIPE_REPLAY(C)                                                     \
  static void cudapipeCase([[maybe_unused]] cudapipe::CpuReplay &C);           \
  int main(int Argc, char **Argv) {                                            \
    return cudapipe::replayOnCpu(Argc, Argv, cudapipeCase);                    \
  }                                                                            \
  static void cudapipeCase([[maybe_unused]] cudapipe::CpuReplay &C)

#endif
