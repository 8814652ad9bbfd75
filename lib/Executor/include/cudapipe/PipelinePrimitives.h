//===- PipelinePrimitives.h - __pipeline_memcpy_async & co. -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_PIPELINEPRIMITIVES_H
#define CUDAPIPE_EXECUTOR_PIPELINEPRIMITIVES_H

#include "Runtime.h"

CUDAPIPE_INLINE void __pipeline_memcpy_async(void *Dst, const void *Src,
                                             size_t Size, size_t Zfill = 0) {
  cudapipe::executor::copyAsync(Dst, Src, Size, Zfill);
}
CUDAPIPE_INLINE void __pipeline_commit() { cudapipe::executor::commitCopies(); }
CUDAPIPE_INLINE void __pipeline_wait_prior(size_t Prior) {
  cudapipe::executor::waitForCopies(static_cast<unsigned>(Prior));
}

#endif
