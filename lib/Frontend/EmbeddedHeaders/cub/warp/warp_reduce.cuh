//===- cub/warp/warp_reduce.cuh - Forward to cub.cuh -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUB_WARP_WARP_REDUCE_CUH
#define CUDAPIPE_EMBEDDED_CUB_WARP_WARP_REDUCE_CUH
#pragma clang system_header

#include "../cub.cuh"

#endif // CUDAPIPE_EMBEDDED_CUB_WARP_WARP_REDUCE_CUH
