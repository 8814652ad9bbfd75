//===- cuda_pipeline.h - Asynchronous copies, first C++ form ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcuda::experimental::pipeline; cuda::pipeline has its own header.
// Rule: CUDA C++ Programming Guide of CUDA 11.0, "Asynchronous Copy".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_PIPELINE_H
#define CUDAPIPE_EMBEDDED_CUDA_PIPELINE_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define _CUDA_PIPELINE_H_

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {

class pipeline {
public:
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;
  __device__ pipeline();
  __device__ size_t commit();
  __device__ void commit_and_wait();
  __device__ void wait(size_t stage);
  template <unsigned N> __device__ void wait_prior();
  __device__ void arrive_on(awbarrier &barrier);
};

template <typename T>
__device__ void memcpy_async(T &shared, const T &global, pipeline &pipe);

} // namespace experimental
} // namespace nvcuda

#endif // CUDAPIPE_EMBEDDED_CUDA_PIPELINE_H
