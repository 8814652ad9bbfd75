//===- cooperative_groups.h - Cooperative groups ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The groups, their partitions and their collectives. Bodies are absent, so a
// member says only what it returns.
// Rule: CUDA C++ Programming Guide, "Cooperative Groups".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_H
#define CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_H
#pragma clang system_header

// The toolkit's guard: code tests it to see what is included.
#define _COOPERATIVE_GROUPS_H_

#include "__cudapipe_cuda_runtime.h"
#include "cudapipe/CooperativeGroupTypes.h"
#include "cudapipe/CooperativeGroupTiles.h"

#endif // CUDAPIPE_EMBEDDED_COOPERATIVE_GROUPS_H
