//===- cudapipe/Inline/InlineValues.h - Loads where they are stored -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy that passes through a variable, and the same without:
//
//   float4 v = make_float4(0, 0, 0, 0);     As[t] = row < M ? A[row * K + t]
//   if (row < M)                                            : make_float4(...);
//     v = A[row * K + t];            ->
//   As[t] = v;
//
// What is stored then shows at the store: cp.async can make the copy. The same
// for pointers that step from trip to trip, each thread from its own start:
//
//   const float *a = A + row * K + tx;     As[ty][tx] = *(A + row * K + tx +
//   k);
//   ...
//   As[ty][tx] = *a;               ->
//   a += BK;
//
// Then it shows what the other threads copy: wide copies can be made.
//
// The edits change no meaning. rewriteText() parses their result and keeps it
// where it helps.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_INLINEVALUES_H
#define CUDAPIPE_INLINE_INLINEVALUES_H

#include "cudapipe/Match/LoopCandidate.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>

namespace cudapipe {

/// The edits that put what \p Candidate loads from global memory in the place
/// of the variables that hold it until it is stored to shared memory, and
/// remove these; with \p PointersToo, the same for pointers that step. Nothing
/// if there are none.
std::optional<clang::tooling::AtomicChange>
inlineValues(const LoopCandidate &Candidate, clang::ASTContext &Ctx,
             bool PointersToo = false);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_INLINEVALUES_H
