//===- cuda_awbarrier.h - nvcuda::experimental::awbarrier -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first C++ form of the asynchronous barrier, before cuda::barrier.
// Rule: CUDA C++ Programming Guide, "Asynchronous Barrier".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_AWBARRIER_H
#define CUDAPIPE_EMBEDDED_CUDA_AWBARRIER_H
#pragma clang system_header

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

class awbarrier {
public:
  class arrival_token {
    __mbarrier_token_t token;
  };
  awbarrier() = default;
  awbarrier(const awbarrier &) = delete;
  awbarrier &operator=(const awbarrier &) = delete;
  __device__ arrival_token arrive();
  __device__ arrival_token arrive_and_drop();
  __device__ bool timed_wait(arrival_token token, unsigned nanoseconds);
  __device__ bool timed_wait_parity(bool phase, unsigned long long nanoseconds);
  __device__ void wait(arrival_token token);
  __device__ void arrive_and_wait();
  __device__ static constexpr unsigned max() { return (1u << 20) - 1; }

private:
  __mbarrier_t barrier;
};

__device__ void init(awbarrier *barrier, unsigned expected);

} // namespace experimental
} // namespace nvcuda

#endif // CUDAPIPE_EMBEDDED_CUDA_AWBARRIER_H
