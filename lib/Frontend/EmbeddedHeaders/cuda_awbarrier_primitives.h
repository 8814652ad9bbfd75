//===- cuda_awbarrier_primitives.h - Asynchronous barrier, primitive form -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Memory Barrier Primitives Interface".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_AWBARRIER_PRIMITIVES_H
#define CUDAPIPE_EMBEDDED_CUDA_AWBARRIER_PRIMITIVES_H
#pragma clang system_header

#include "__cudapipe_cuda_runtime.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__device__ unsigned __mbarrier_maximum_count();
__device__ void __mbarrier_init(__mbarrier_t *barrier, unsigned expected);
__device__ void __mbarrier_inval(__mbarrier_t *barrier);
__device__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier);
__device__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier);
__device__ bool __mbarrier_test_wait(__mbarrier_t *barrier,
                                     __mbarrier_token_t token);
__device__ bool __mbarrier_test_wait_parity(__mbarrier_t *barrier,
                                            bool phase_parity);
__device__ bool __mbarrier_try_wait(__mbarrier_t *barrier,
                                    __mbarrier_token_t token,
                                    unsigned nanoseconds);
__device__ bool __mbarrier_try_wait_parity(__mbarrier_t *barrier,
                                           bool phase_parity,
                                           unsigned nanoseconds);
__device__ unsigned __mbarrier_token_pending_count(__mbarrier_token_t token);

#endif // CUDAPIPE_EMBEDDED_CUDA_AWBARRIER_PRIMITIVES_H
