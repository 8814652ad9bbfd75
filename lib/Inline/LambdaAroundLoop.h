//===- LambdaAroundLoop.h - Loops in lambdas that run once ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   auto mainloop = [&] {
//     for (int k = 0; k < K; k += T) {
//       ..
//     }
//   };                                   for (int k = 0; k < K; k += T) {
//   ..                                     ..
//   mainloop();                    ->    }
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_LAMBDAAROUNDLOOP_H
#define CUDAPIPE_LIB_INLINE_LAMBDAAROUNDLOOP_H

#include "cudapipe/Inline/InlineCalls.h"

namespace cudapipe {

/// The edits that put the body of the lambda in which the loop of \p Candidate
/// stands in the place of its only call, and what its function must mean then.
/// Nothing if it stands in none, or the body may not move.
std::optional<InlinedLoop> inlineLambdaAround(const LoopCandidate &Candidate,
                                              clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_LAMBDAAROUNDLOOP_H
