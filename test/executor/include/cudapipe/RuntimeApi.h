//===- RuntimeApi.h - Launching, and the host API drivers use ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_RUNTIMEAPI_H
#define CUDAPIPE_EXECUTOR_RUNTIMEAPI_H

#include "Runtime.h"
#include "VectorTypes.h"

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

inline const char *cudaGetErrorString(cudaError_t) { return "no error"; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
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
