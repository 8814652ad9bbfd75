//===- DriverTiming.h - Timed launches by CUDA's driver ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CAPTURE_DRIVERTIMING_H
#define CUDAPIPE_CAPTURE_DRIVERTIMING_H

#include "Driver.h"
#include "harness/GpuDevice.h"

#include "harness/Replay.h"
#include "harness/TimedLaunches.h"

namespace cudapipe {

/// What TimedLaunches calls; kernels are those of a cubin of TimingKernels.h.
class DriverGpu {
public:
  DriverGpu(const Driver &Cuda, CUdevice Number, const std::string &Cubin)
      : Cuda(Cuda), Number(Number) {
    CUmodule Module;
    check(Cuda.cuModuleLoad(&Module, Cubin.c_str()), "loading '" + Cubin + "'");
    check(Cuda.cuModuleGetFunction(&Hold, Module, "cudapipe_hold"), Cubin);
    check(Cuda.cuModuleGetFunction(&Sum, Module, "cudapipe_sum"), Cubin);
    check(Cuda.cuEventCreate(&Start, CU_EVENT_DEFAULT), "an event");
    check(Cuda.cuEventCreate(&Stop, CU_EVENT_DEFAULT), "an event");
  }

  TimedGpu describe() const {
    char Name[256] = "";
    check(Cuda.cuDeviceGetName(Name, sizeof(Name), Number), "the GPU");
    // Kilohertz, on both edges.
    const double Memory = 2e3 * of(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) *
                          of(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) / 8;
    return {Name, of(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
            of(CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000, Memory * 1e-9,
            static_cast<size_t>(of(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE))};
  }
  char *allocate(size_t Bytes) const {
    CUdeviceptr At = 0;
    check(Cuda.cuMemAlloc(&At, Bytes), "device memory");
    return reinterpret_cast<char *>(At);
  }
  static void release(char *) {} // The program ends.
  void copy(char *To, const char *From, size_t Bytes) const {
    check(Cuda.cuMemcpyDtoD(at(To), at(From), Bytes), "restoring");
  }
  void fill(char *At, int Value, size_t Bytes) const {
    check(Cuda.cuMemsetD8(at(At), static_cast<unsigned char>(Value), Bytes),
          "filling");
  }
  void sum(const char *At, size_t Bytes, uint64_t *Into) const {
    void *Arguments[] = {&At, &Bytes, &Into};
    launch(Sum, 1024, 256, Arguments);
  }
  void download(void *To, const char *From, size_t Bytes) const {
    check(Cuda.cuMemcpyDtoH(To, at(From), Bytes), "download");
  }
  void resetPersisting() const { Cuda.cuCtxResetPersistingL2Cache(); }
  void hold() const { launch(Hold, 1, 1, nullptr); }
  template <typename Launch> float milliseconds(Launch &&Go) const {
    float Time = 0;
    check(Cuda.cuEventRecord(Start, nullptr), "timing");
    Go();
    check(Cuda.cuEventRecord(Stop, nullptr), "timing");
    check(Cuda.cuEventSynchronize(Stop), "the kernel");
    check(Cuda.cuEventElapsedTime(&Time, Start, Stop), "timing");
    return Time;
  }

private:
  static CUdeviceptr at(const char *Pointer) {
    return reinterpret_cast<CUdeviceptr>(Pointer);
  }
  int of(CUdevice_attribute Attribute) const {
    int Value = 0;
    Cuda.cuDeviceGetAttribute(&Value, Attribute, Number);
    return Value;
  }
  void check(CUresult Status, const std::string &What) const {
    if (Status != CUDA_SUCCESS)
      Replay::fail(What + ": " + Cuda.text(Status));
  }
  void launch(CUfunction F, unsigned Grid, unsigned Block,
              void **Arguments) const {
    CUlaunchConfig C = {};
    C.gridDimX = Grid, C.gridDimY = C.gridDimZ = 1;
    C.blockDimX = Block, C.blockDimY = C.blockDimZ = 1;
    check(Cuda.cuLaunchKernelEx(&C, F, Arguments, nullptr), "a kernel of ours");
  }

  const Driver &Cuda;
  CUdevice Number;
  CUfunction Hold = nullptr, Sum = nullptr;
  CUevent Start = nullptr, Stop = nullptr;
};

} // namespace cudapipe

#endif
