//===- CpuDevice.h - The executor as a device -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_CPUDEVICE_H
#define CUDAPIPE_HARNESS_CPUDEVICE_H

#include "../include/cudapipe/Device.h"

namespace cudapipe {

struct Device {
  /// The executor checks every access; canaries are not needed.
  static constexpr size_t CanaryBytes = 0;
  static constexpr bool CanTime = false;

  static void setSeed(uint64_t Seed) { executor::setSeed(Seed); }
  static char *allocate(size_t Bytes, const std::string &Name) {
    return static_cast<char *>(executor::allocateGlobal(Bytes, Name.c_str()));
  }
  static void release(char *Pointer) { executor::releaseGlobal(Pointer); }
  static void upload(char *To, const void *From, size_t Bytes) {
    executor::copyBytes(To, From, Bytes);
  }
  static void download(void *To, const char *From, size_t Bytes) {
    executor::copyBytes(To, From, Bytes);
  }
  static void allowUninitializedShared() {
    executor::allowUninitializedShared();
  }
  /// Every launch is over when it returns.
  static void finish() {}
  template <typename Launch>
  static double medianMilliseconds(unsigned, Launch &&) {
    return 0;
  }
};

/// A CPU's times say nothing.
class Timing {
public:
  void add(const std::string &, char *, size_t, const std::string &) {}
  void expect() {}
  template <typename Launch> void measure(unsigned, unsigned, Launch &&) {
    std::printf("{\"milliseconds\": []}\n");
  }
};

} // namespace cudapipe

/// Kernel (in parentheses when it has template arguments), grid, block,
/// dynamic shared bytes, arguments.
#define CUDAPIPE_LAUNCH(KERNEL, GRID, BLOCK, SHARED, ...)                      \
  ::cudapipe::executor::launch(#KERNEL, GRID, BLOCK, SHARED,                   \
                               [&] { KERNEL(__VA_ARGS__); })

// Parsed, never run.
#define CUDAPIPE_TIMING_IMPL(C)                                                \
  [[maybe_unused]] static void cudapipeTiming(                                 \
      [[maybe_unused]] cudapipe::Cases &C)

#endif
