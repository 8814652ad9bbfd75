//===- cub/warp/warp_scan.cuh - Forward to cub.cuh ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUB_WARP_WARP_SCAN_CUH
#define CUDAPIPE_EMBEDDED_CUB_WARP_WARP_SCAN_CUH
#pragma clang system_header

#include "../cub.cuh"

#endif // CUDAPIPE_EMBEDDED_CUB_WARP_WARP_SCAN_CUH
