//===- cooperative_groups/reduce.h - Cooperative groups: reduce -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Cooperative Groups", "Reduce".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_REDUCE_H
#define CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_REDUCE_H
#pragma clang system_header

#include "../cooperative_groups.h"
#include "../cudapipe/CooperativeGroupOperators.h"

namespace cooperative_groups {

template <typename Group, typename T, typename Op>
__device__ T reduce(const Group &group, T &&value, Op &&op);
template <typename Group, typename T, typename Op>
__device__ T reduce(const Group &group, const T &value, Op &&op);

template <typename Group, typename Destination, typename T, typename Op>
__device__ void reduce_update_async(const Group &group, Destination &to,
                                    T &&value, Op &&op);
template <typename Group, typename Destination, typename T, typename Op>
__device__ void reduce_store_async(const Group &group, Destination &to,
                                   T &&value, Op &&op);

} // namespace cooperative_groups

#endif // CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_REDUCE_H
