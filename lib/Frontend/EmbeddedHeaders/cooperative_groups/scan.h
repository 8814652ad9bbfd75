//===- cooperative_groups/scan.h - Cooperative groups: scan -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Cooperative Groups", "inclusive_scan and
// exclusive_scan".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_SCAN_H
#define CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_SCAN_H
#pragma clang system_header

#include "../cooperative_groups.h"
#include "../cudapipe/CooperativeGroupOperators.h"

namespace cooperative_groups {

#define __CUDAPIPE_GROUP_SCAN(NAME)                                            \
  template <typename Group, typename T, typename Op>                           \
  __device__ T NAME(const Group &group, const T &value, Op &&op);              \
  template <typename Group, typename T>                                        \
  __device__ T NAME(const Group &group, const T &value);

__CUDAPIPE_GROUP_SCAN(inclusive_scan)
__CUDAPIPE_GROUP_SCAN(exclusive_scan)
#undef __CUDAPIPE_GROUP_SCAN

} // namespace cooperative_groups

#endif // CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_SCAN_H
