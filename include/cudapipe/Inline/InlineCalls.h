//===- cudapipe/Inline/InlineCalls.h - Bodies in place of calls -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some loops can be pipelined only when the body of what they call stands in
// them:
//
//   auto load = [&](int t) {              for (int t = 0; t < n; ++t) {
//     As[ty][tx] = A[row * K + t * BK];     As[ty][tx] = A[row * K + t * BK];
//   };                               ->     __syncthreads();
//   for (int t = 0; t < n; ++t) {           ...
//     load(t);
//     __syncthreads();
//     ...
//
// The edits change no meaning; rewriteText() parses their result, sees that it
// is so, and starts again from there. Three things are called by a statement of
// its own: a lambda of the kernel, a function without a result, a macro.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_INLINECALLS_H
#define CUDAPIPE_INLINE_INLINECALLS_H

#include "cudapipe/Match/LoopCandidate.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>
#include <string>

namespace cudapipe {

/// A loop with bodies in the place of calls.
struct InlinedLoop {
  clang::tooling::AtomicChange Change;
  /// meaningOf() the loop that results.
  std::string Meaning;
};

/// The edits that put bodies in the place of the calls of \p Candidate that
/// store to shared memory or name it. A lambda that nobody calls any more is
/// removed. Nothing if there is no such call, or none whose text may move.
std::optional<InlinedLoop> inlineCalls(const LoopCandidate &Candidate,
                                       clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_INLINECALLS_H
