//===- memcpy_async.h - Cooperative groups: memcpy_async --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of bytes, or of elements with a layout on each side.
// Rule: CUDA C++ Programming Guide, "Cooperative Groups", "memcpy_async".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#pragma clang system_header

#include "../cooperative_groups.h"
#include "../cudapipe/AlignedSize.h"

namespace cooperative_groups {

template <typename Group, typename T, typename U, typename Size>
__device__ void memcpy_async(const Group &group, T *to, const U *from,
                             const Size &size);
template <typename Group, typename T, typename U, typename ToLayout,
          typename FromLayout>
__device__ void memcpy_async(const Group &group, T *to,
                             const ToLayout &to_layout, const U *from,
                             const FromLayout &from_layout);

template <typename Group> __device__ void wait(const Group &group);
template <unsigned Stages, typename Group>
__device__ void wait_prior(const Group &group);

} // namespace cooperative_groups

#endif // CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
