//===- WaitsAround.h - Barriers beside a loop -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   reduction[t] = ..;            what is here
//   for (..) {                    a round of the loop around
//     for (int k = 0; ..)         is the loop
//       ..
//     __syncthreads();            parted from what is here?
//   }
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_WAITSAROUND_H
#define CUDAPIPE_LIB_INLINE_WAITSAROUND_H

#include "cudapipe/Analyze/PointerFlow.h"
#include "cudapipe/Match/LoopCandidate.h"

namespace cudapipe {

/// Behind the last barrier in front of the loop of \p Candidate nothing touches
/// shared memory that its trips touch, of which one writes.
bool waitsInFront(const LoopCandidate &Candidate, const PointerFlow &Flow,
                  const clang::ASTContext &Ctx);

/// The same up to the first barrier behind the loop.
bool waitsBehind(const LoopCandidate &Candidate, const PointerFlow &Flow,
                 const clang::ASTContext &Ctx);

/// Of the statements \p Trip that a loop makes round after round, those that
/// touch shared memory of which one writes have barriers in \p Trip between
/// them, on the way down and around the loop.
bool waitsInTrip(llvm::ArrayRef<const clang::Stmt *> Trip,
                 const clang::FunctionDecl &Kernel, const PointerFlow &Flow,
                 const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_WAITSAROUND_H
