//===- cuda_pipeline_primitives.h - Asynchronous copies, primitive form ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Asynchronous Data Copies", "Pipeline
// Primitives Interface".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUDA_PIPELINE_PRIMITIVES_H
#define CUDAPIPE_EMBEDDED_CUDA_PIPELINE_PRIMITIVES_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "__cudapipe_cuda_runtime.h"
#include "cuda_awbarrier_primitives.h"

__device__ void __pipeline_memcpy_async(void *shared, const void *global,
                                        size_t size, size_t zero_fill = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(size_t newer_stages);
__device__ void __pipeline_arrive_on(__mbarrier_t *barrier);

#endif // CUDAPIPE_EMBEDDED_CUDA_PIPELINE_PRIMITIVES_H
