//===- cudapipe/Analyze/ReachedLoop.h - Loops that ever run -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #if __CUDA_ARCH__ >= 700
//     __trap();
//     return;                  of GPUs from sm_70 on, none gets further
//   #endif
//     for (int k = 0; k < K; k += 64)
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_REACHEDLOOP_H
#define CUDAPIPE_ANALYZE_REACHEDLOOP_H

#include "cudapipe/Match/LoopCandidate.h"

namespace cudapipe {

/// A path leads to the loop of \p Candidate: conditions that are constant in
/// this instantiation let it through, and so they do in front of a call of the
/// function that holds it, if \p CallsKnown says that this file has them all.
bool isReached(const LoopCandidate &Candidate, bool CallsKnown,
               const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_REACHEDLOOP_H
