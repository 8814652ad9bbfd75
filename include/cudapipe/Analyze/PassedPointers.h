//===- cudapipe/Analyze/PassedPointers.h - What callers pass ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_PASSEDPOINTERS_H
#define CUDAPIPE_ANALYZE_PASSEDPOINTERS_H

#include "cudapipe/Analyze/PointerFlow.h"
#include "cudapipe/Match/LoopCandidate.h"

namespace cudapipe {

/// The pointers of \p Candidate's function; of a device function with what all
/// its calls pass, if these are all in sight.
PointerFlow pointersOf(const LoopCandidate &Candidate,
                       const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_PASSEDPOINTERS_H
