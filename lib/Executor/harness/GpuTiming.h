//===- GpuTiming.h - Timed launches by CUDA's runtime -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_GPUTIMING_H
#define CUDAPIPE_HARNESS_GPUTIMING_H

#include "GpuDevice.h"
#include "TimedLaunches.h"
#include "TimingKernels.h"

namespace cudapipe {

/// What TimedLaunches calls. Nothing waits but download() and milliseconds().
class RuntimeGpu {
public:
  RuntimeGpu() {
    checkCuda(cudaEventCreate(&Start), "an event");
    checkCuda(cudaEventCreate(&Stop), "an event");
  }
  RuntimeGpu(const RuntimeGpu &) = delete;
  ~RuntimeGpu() {
    cudaEventDestroy(Start);
    cudaEventDestroy(Stop);
  }

  static TimedGpu describe() {
    int Device = 0, Clock = 0, MemoryClock = 0, BusBits = 0;
    cudaDeviceProp P;
    checkCuda(cudaGetDevice(&Device), "device");
    checkCuda(cudaGetDeviceProperties(&P, Device), "device");
    // 0 where the driver does not say.
    cudaDeviceGetAttribute(&Clock, cudaDevAttrClockRate, Device);
    cudaDeviceGetAttribute(&MemoryClock, cudaDevAttrMemoryClockRate, Device);
    cudaDeviceGetAttribute(&BusBits, cudaDevAttrGlobalMemoryBusWidth, Device);
    cudaGetLastError();
    return {P.name, P.multiProcessorCount, Clock / 1000,
            2.0 * MemoryClock * BusBits / 8 * 1e-6,
            static_cast<size_t>(P.l2CacheSize)};
  }
  static char *allocate(size_t Bytes) { return Device::allocate(Bytes, ""); }
  static void release(char *Pointer) { Device::release(Pointer); }
  static void copy(char *To, const char *From, size_t Bytes) {
    checkCuda(cudaMemcpyAsync(To, From, Bytes, cudaMemcpyDeviceToDevice),
              "restoring");
  }
  static void fill(char *At, int Value, size_t Bytes) {
    checkCuda(cudaMemsetAsync(At, Value, Bytes), "filling");
  }
  static void sum(const char *At, size_t Bytes, uint64_t *Sum) {
    cudapipe_sum<<<1024, 256>>>(reinterpret_cast<const unsigned char *>(At),
                                Bytes,
                                reinterpret_cast<unsigned long long *>(Sum));
    checkCuda(cudaGetLastError(), "summing up");
  }
  static void download(void *To, const char *From, size_t Bytes) {
    Device::download(To, From, Bytes);
  }
  static void resetPersisting() {
    cudaCtxResetPersistingL2Cache();
    cudaGetLastError(); // Older GPUs have no such lines.
  }
  static void hold() { cudapipe_hold<<<1, 1>>>(); }
  template <typename Launch> float milliseconds(Launch &&Go) {
    float Time = 0;
    cudaEventRecord(Start);
    Go();
    cudaEventRecord(Stop);
    checkCuda(cudaEventSynchronize(Stop), "timing");
    cudaEventElapsedTime(&Time, Start, Stop);
    return Time;
  }

private:
  cudaEvent_t Start = nullptr, Stop = nullptr;
};

/// Times the launches of a case.
class Timing {
public:
  /// \p At is that of the canary in front; \p Role as in a case file.
  void add(const std::string &Name, char *At, size_t Bytes,
           const std::string &Role) {
    char *Fresh = nullptr;
    if (Role == "inout") {
      Fresh = Device::allocate(Bytes, Name);
      RuntimeGpu::copy(Fresh, At, Bytes);
    }
    All.add({Name, At, Bytes, Role == "input", Fresh, Device::CanaryBytes});
  }
  void expect() { All.expect(); }
  template <typename Launch>
  void measure(unsigned Warm, unsigned Cold, Launch &&Go) {
    All.measure(Warm, Cold, Go);
  }

private:
  RuntimeGpu Cuda;
  TimedLaunches<RuntimeGpu> All{Cuda};
};

} // namespace cudapipe

#endif
