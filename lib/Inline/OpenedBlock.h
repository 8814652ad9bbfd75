//===- OpenedBlock.h - Barriers in braces of their own ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const float *from = A + k;            const float *from = A + k;
//   {                                     tile[t] = from[t];
//     tile[t] = from[t];            ->    __syncthreads();
//     __syncthreads();                    ..
//     ..
//   }
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_OPENEDBLOCK_H
#define CUDAPIPE_LIB_INLINE_OPENEDBLOCK_H

#include "cudapipe/Inline/InlineCalls.h"

namespace cudapipe {

/// The edit that takes the braces away from a block with barriers among the
/// statements of the loop of \p Candidate. Nothing if there is none, or if what
/// it declares has a name that is used beside it.
std::optional<InlinedLoop> openBlock(const LoopCandidate &Candidate,
                                     clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_OPENEDBLOCK_H
