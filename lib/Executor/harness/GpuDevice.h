//===- GpuDevice.h - A real GPU as a device ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_GPUDEVICE_H
#define CUDAPIPE_HARNESS_GPUDEVICE_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <map>
#include <string>
#include <vector>

namespace cudapipe {

inline void checkCuda(cudaError_t Status, const char *What) {
  if (Status == cudaSuccess)
    return;
  std::fflush(stdout);
  std::fprintf(stderr, "cudapipe-harness: %s: %s\n", What,
               cudaGetErrorString(Status));
  std::exit(3);
}

/// Bytes of canary around a buffer; test/gpu/run sets 0, so that memcheck sees
/// the first byte behind it.
#ifndef CUDAPIPE_CANARY_BYTES
#define CUDAPIPE_CANARY_BYTES 256
#endif

struct Device {
  static constexpr size_t CanaryBytes = CUDAPIPE_CANARY_BYTES;
  static constexpr bool CanTime = true;

  static void setSeed(uint64_t) {}
  static char *allocate(size_t Bytes, const std::string &) {
    char *Pointer = nullptr;
    checkCuda(cudaMalloc(&Pointer, Bytes ? Bytes : 1), "cudaMalloc");
    return Pointer;
  }
  static void release(char *Pointer) { cudaFree(Pointer); }
  static void upload(char *To, const void *From, size_t Bytes) {
    checkCuda(cudaMemcpy(To, From, Bytes, cudaMemcpyHostToDevice), "upload");
  }
  static void download(void *To, const char *From, size_t Bytes) {
    checkCuda(cudaMemcpy(To, From, Bytes, cudaMemcpyDeviceToHost), "download");
  }
  static void allowUninitializedShared() {}

  /// The limit without asking holds for static and dynamic memory together.
  template <typename Kernel>
  static void prepare(Kernel K, size_t DynamicShared) {
    // Once: launches are timed together with this.
    static std::map<const void *, size_t> Prepared;
    auto [Last, IsNew] =
        Prepared.try_emplace(reinterpret_cast<const void *>(K), DynamicShared);
    if (!IsNew && Last->second == DynamicShared)
      return;
    Last->second = DynamicShared;
    cudaFuncAttributes Known;
    checkCuda(cudaFuncGetAttributes(&Known, K), "reading the kernel");
    if (Known.sharedSizeBytes + DynamicShared > 48 << 10)
      checkCuda(
          cudaFuncSetAttribute(K, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(DynamicShared)),
          "dynamic shared memory");
  }

  /// Waits for the launches so far.
  static void finish() { checkCuda(cudaDeviceSynchronize(), "the kernel"); }

  /// Of one launch, \p Repetitions times, after one to warm up. Short ones are
  /// launched together until they take a millisecond.
  template <typename Launch>
  static std::vector<float> milliseconds(unsigned Repetitions, Launch &&Run) {
    cudaEvent_t Start, Stop;
    cudaEventCreate(&Start);
    cudaEventCreate(&Stop);
    auto Measure = [&](unsigned Launches) {
      cudaEventRecord(Start);
      for (unsigned I = 0; I < Launches; ++I)
        Run();
      cudaEventRecord(Stop);
      checkCuda(cudaEventSynchronize(Stop), "timing");
      float Time = 0;
      cudaEventElapsedTime(&Time, Start, Stop);
      return Time / Launches;
    };
    Measure(1);
    float Once = Measure(1);
    unsigned Together =
        Once >= 1
            ? 1
            : static_cast<unsigned>(std::min(1 / (Once + 0.01f), 100.0f)) + 1;
    std::vector<float> Times(Repetitions ? Repetitions : 1);
    for (float &Time : Times)
      Time = Measure(Together);
    cudaEventDestroy(Start);
    cudaEventDestroy(Stop);
    return Times;
  }
  template <typename Launch>
  static double medianMilliseconds(unsigned Repetitions, Launch &&Run) {
    std::vector<float> Times = milliseconds(Repetitions, Run);
    std::nth_element(Times.begin(), Times.begin() + Times.size() / 2,
                     Times.end());
    return Times[Times.size() / 2];
  }
};

} // namespace cudapipe

/// Kernel (in parentheses when it has template arguments), grid, block,
/// dynamic shared bytes, arguments.
#define CUDAPIPE_LAUNCH(KERNEL, GRID, BLOCK, SHARED, ...)                      \
  do {                                                                         \
    ::cudapipe::Device::prepare(KERNEL, SHARED);                               \
    KERNEL<<<GRID, BLOCK, SHARED>>>(__VA_ARGS__);                              \
    ::cudapipe::checkCuda(cudaGetLastError(), "launch of " #KERNEL);           \
  } while (false)

#define CUDAPIPE_TIMING_IMPL(C)                                                \
  static void cudapipeTiming(cudapipe::Cases &C);                              \
  static const cudapipe::TimingRegistration cudapipeTimingRegistration(        \
      cudapipeTiming);                                                         \
  static void cudapipeTiming([[maybe_unused]] cudapipe::Cases &C)

#endif
