//===- FixedBlock.h - The one block that a kernel can have ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float As[16][16], Bs[16][16];
//   for (...) {
//     As[ty][tx] = ...; Bs[ty][tx] = ...;
//     __syncthreads();
//     for (int k = 0; k < 16; ++k) sum += As[ty][k] * Bs[k][tx];
//     __syncthreads();
//   }
//
// A block of more than 16 threads in x has a thread (16, 0, 0), which stores
// As[0][16]; in one of less, thread (0, 0, 0) reads As[0][15], which nobody has
// stored. So a copy that is right for 16 threads needs no test of blockDim.x.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_FIXEDBLOCK_H
#define CUDAPIPE_LIB_ANALYZE_FIXEDBLOCK_H

#include "cudapipe/Analyze/LoopModel.h"
#include <array>

namespace cudapipe {

/// By dimension, x and y: in every block with more or fewer threads there than
/// in \p BlockDim, a trip of the loop of \p M has undefined behavior. No block
/// has more than \p MaxThreads. Of z nothing is known.
std::array<bool, 2> fixedDimensions(const LoopModel &M,
                                    std::array<int64_t, 3> BlockDim,
                                    std::optional<int64_t> MaxThreads,
                                    const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_FIXEDBLOCK_H
