//===- Driver.h - The functions of libcuda that we call ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looked up when the program runs: nothing is linked against a driver, which a
// machine that only compiles does not have.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CAPTURE_DRIVER_H
#define CUDAPIPE_CAPTURE_DRIVER_H

#include <cuda.h>
#include <dlfcn.h>
#include <string>

namespace cudapipe {

// The second name is the symbol: cuda.h renames functions whose types changed.
#define CUDAPIPE_DRIVER_FUNCTIONS(X)                                           \
  X(cuInit, "cuInit")                                                          \
  X(cuGetErrorString, "cuGetErrorString")                                      \
  X(cuDeviceGet, "cuDeviceGet")                                                \
  X(cuDeviceGetName, "cuDeviceGetName")                                        \
  X(cuDeviceGetAttribute, "cuDeviceGetAttribute")                              \
  X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain")                      \
  X(cuCtxSetCurrent, "cuCtxSetCurrent")                                        \
  X(cuCtxGetDevice, "cuCtxGetDevice")                                          \
  X(cuCtxSynchronize, "cuCtxSynchronize")                                      \
  X(cuModuleLoad, "cuModuleLoad")                                              \
  X(cuModuleGetFunction, "cuModuleGetFunction")                                \
  X(cuModuleGetGlobal, "cuModuleGetGlobal_v2")                                 \
  X(cuFuncSetAttribute, "cuFuncSetAttribute")                                  \
  X(cuFuncGetModule, "cuFuncGetModule")                                        \
  X(cuMemAlloc, "cuMemAlloc_v2")                                               \
  X(cuMemcpy, "cuMemcpy")                                                      \
  X(cuMemcpyHtoD, "cuMemcpyHtoD_v2")                                           \
  X(cuMemcpyDtoH, "cuMemcpyDtoH_v2")                                           \
  X(cuMemcpyDtoD, "cuMemcpyDtoD_v2")                                           \
  X(cuMemsetD8, "cuMemsetD8_v2")                                               \
  X(cuCtxResetPersistingL2Cache, "cuCtxResetPersistingL2Cache")                \
  X(cuMemGetAddressRange, "cuMemGetAddressRange_v2")                           \
  X(cuPointerGetAttribute, "cuPointerGetAttribute")                            \
  X(cuMemAddressReserve, "cuMemAddressReserve")                                \
  X(cuMemAddressFree, "cuMemAddressFree")                                      \
  X(cuMemCreate, "cuMemCreate")                                                \
  X(cuMemMap, "cuMemMap")                                                      \
  X(cuMemSetAccess, "cuMemSetAccess")                                          \
  X(cuMemGetAllocationGranularity, "cuMemGetAllocationGranularity")            \
  X(cuStreamIsCapturing, "cuStreamIsCapturing")                                \
  X(cuLaunchKernelEx, "cuLaunchKernelEx")                                      \
  X(cuEventCreate, "cuEventCreate")                                            \
  X(cuEventRecord, "cuEventRecord")                                            \
  X(cuEventSynchronize, "cuEventSynchronize")                                  \
  X(cuEventElapsedTime, "cuEventElapsedTime")

// Of CUDA 12.4 and later: null in older drivers.
#define CUDAPIPE_NEW_DRIVER_FUNCTIONS(X)                                       \
  X(cuFuncGetParamInfo, "cuFuncGetParamInfo")                                  \
  X(cuKernelGetParamInfo, "cuKernelGetParamInfo")                              \
  X(cuKernelGetFunction, "cuKernelGetFunction")                                \
  X(cuKernelGetLibrary, "cuKernelGetLibrary")                                  \
  X(cuLibraryGetGlobal, "cuLibraryGetGlobal")

struct Driver {
#define CUDAPIPE_DECLARE(NAME, SYMBOL) decltype(&::NAME) NAME = nullptr;
  CUDAPIPE_DRIVER_FUNCTIONS(CUDAPIPE_DECLARE)
  CUDAPIPE_NEW_DRIVER_FUNCTIONS(CUDAPIPE_DECLARE)
#undef CUDAPIPE_DECLARE

  /// What is missing; empty if nothing is.
  std::string load() {
    void *Library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!Library)
      return "no CUDA driver (libcuda.so.1)";
    std::string Missing;
#define CUDAPIPE_LOOK_UP(NAME, SYMBOL)                                         \
  NAME = reinterpret_cast<decltype(NAME)>(dlsym(Library, SYMBOL));
#define CUDAPIPE_CHECK(NAME, SYMBOL)                                           \
  if (!NAME)                                                                   \
    Missing = "the CUDA driver is too old: it has no " SYMBOL;
    CUDAPIPE_DRIVER_FUNCTIONS(CUDAPIPE_LOOK_UP)
    CUDAPIPE_NEW_DRIVER_FUNCTIONS(CUDAPIPE_LOOK_UP)
    CUDAPIPE_DRIVER_FUNCTIONS(CUDAPIPE_CHECK)
#undef CUDAPIPE_LOOK_UP
#undef CUDAPIPE_CHECK
    return Missing;
  }

  std::string text(CUresult Status) const {
    const char *Text = nullptr;
    cuGetErrorString(Status, &Text);
    return Text ? Text : "error " + std::to_string(Status);
  }
};

} // namespace cudapipe

#endif
