//===- cudapipe/Inline/SplitLoops.h - Copy loops that only copy -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int v = 0; v < V; ++v) {          for (int v = 0; v < V; ++v) {
//     tile[ty[v]][tx] = A[row + ty[v]];      tile[ty[v]][tx] = A[row + ty[v]];
//     sum[v] = 0;                     ->   }
//   }                                      for (int v = 0; v < V; ++v)
//                                            sum[v] = 0;
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_SPLITLOOPS_H
#define CUDAPIPE_INLINE_SPLITLOOPS_H

#include "cudapipe/Match/LoopCandidate.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>

namespace cudapipe {

/// The edits that distribute each loop in the loop of \p Candidate that stores
/// to shared memory and sets variables of the thread that have nothing to do
/// with it. They change no meaning. Nothing if there is none.
std::optional<clang::tooling::AtomicChange>
splitLoops(const LoopCandidate &Candidate, clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_SPLITLOOPS_H
