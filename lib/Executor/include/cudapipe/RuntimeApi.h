//===- RuntimeApi.h - Launching, and the host API drivers use ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_RUNTIMEAPI_H
#define CUDAPIPE_EXECUTOR_RUNTIMEAPI_H

#include "Runtime.h"
#include "VectorTypes.h"

#include <cstdlib>
#include <type_traits>

namespace cudapipe::executor {

/// Runs \p Body once per CUDA thread.
template <typename Body>
void launch(const char *Kernel, dim3 Grid, dim3 Block, size_t DynamicShared,
            Body &&Thread) {
  runGrid(
      Kernel,
      {{Grid.x, Grid.y, Grid.z}, {Block.x, Block.y, Block.z}, DynamicShared},
      [](void *Context) {
        (*static_cast<std::remove_reference_t<Body> *>(Context))();
      },
      &Thread);
}

/// What run-on-cpu turns `kernel<<<Grid, Block, Shared, Stream>>>` into.
struct LaunchConfiguration {
  LaunchConfiguration(dim3 Grid, dim3 Block, size_t Shared = 0,
                      const void *Stream = nullptr)
      : Grid(Grid), Block(Block), Shared(Shared) {
    (void)Stream;
  }
  dim3 Grid, Block;
  size_t Shared;
};

} // namespace cudapipe::executor

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1 };
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
using cudaError = cudaError_t;
using cudaStream_t = struct CUstream_st *;

using cudaEvent_t = struct CUevent_st *;

struct cudaDeviceProp {
  char name[256] = "cudapipe-executor";
  int major = 8, minor = 0;
  int multiProcessorCount = 1, maxThreadsPerBlock = 1024, warpSize = 32;
  size_t sharedMemPerBlock = 48 << 10, sharedMemPerBlockOptin = 227 << 10;
  size_t sharedMemPerMultiprocessor = 228 << 10;
};

inline const char *cudaGetErrorString(cudaError_t) { return "no error"; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaDeviceReset() { return cudaSuccess; }
inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
inline cudaError_t cudaGetDevice(int *Device) {
  *Device = 0;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Properties, int) {
  *Properties = cudaDeviceProp();
  return cudaSuccess;
}
// Everything is synchronous, and takes no time.
inline cudaError_t cudaStreamCreate(cudaStream_t *S) {
  *S = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaEventCreate(cudaEvent_t *E) {
  *E = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr) {
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float *Time, cudaEvent_t, cudaEvent_t) {
  *Time = 0;
  return cudaSuccess;
}
template <typename T>
inline cudaError_t cudaFuncSetAttribute(T *, cudaFuncAttribute, int) {
  return cudaSuccess;
}
template <typename T> inline cudaError_t cudaMalloc(T **Pointer, size_t Bytes) {
  *Pointer =
      static_cast<T *>(cudapipe::executor::allocateGlobal(Bytes, "cudaMalloc"));
  return cudaSuccess;
}
inline cudaError_t cudaFree(void *Pointer) {
  cudapipe::executor::releaseGlobal(Pointer);
  return cudaSuccess;
}
template <typename T>
inline cudaError_t cudaMallocManaged(T **Pointer, size_t Bytes, unsigned = 0) {
  return cudaMalloc(Pointer, Bytes);
}
template <typename T>
inline cudaError_t cudaMallocHost(T **Pointer, size_t Bytes) {
  *Pointer = static_cast<T *>(std::malloc(Bytes));
  return cudaSuccess;
}
inline cudaError_t cudaFreeHost(void *Pointer) {
  std::free(Pointer);
  return cudaSuccess;
}
inline cudaError_t cudaMemset(void *Pointer, int Byte, size_t Bytes) {
  cudapipe::executor::fillBytes(Pointer, Byte, Bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void *Dst, const void *Src, size_t Bytes,
                              cudaMemcpyKind) {
  cudapipe::executor::copyBytes(Dst, Src, Bytes);
  return cudaSuccess;
}
template <typename T>
inline cudaError_t cudaMemcpyToSymbol(T &Symbol, const void *Src, size_t Bytes,
                                      size_t Offset = 0,
                                      cudaMemcpyKind = cudaMemcpyHostToDevice) {
  cudapipe::executor::copyBytes(reinterpret_cast<char *>(&Symbol) + Offset, Src,
                                Bytes);
  return cudaSuccess;
}
template <typename T>
inline cudaError_t
cudaMemcpyFromSymbol(void *Dst, T &Symbol, size_t Bytes, size_t Offset = 0,
                     cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  cudapipe::executor::copyBytes(Dst, reinterpret_cast<char *>(&Symbol) + Offset,
                                Bytes);
  return cudaSuccess;
}

#endif
