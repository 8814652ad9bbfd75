//===- cudapipe/Inline/LoopBlock.h - A block for a loop to stand in -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (on)                           if (on) {
//     for (int k = 0; k < K; ..) {      for (int k = 0; k < K; ..) {
//       ..                        ->      ..
//     }                                 }
//                                     }
//
// What a pipeline has in front of its loop, and behind, needs a block to stand
// in, too.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_LOOPBLOCK_H
#define CUDAPIPE_INLINE_LOOPBLOCK_H

#include "cudapipe/Inline/InlineCalls.h"

namespace cudapipe {

/// The braces that make a block of what the loop of \p Candidate is alone in: a
/// branch, the body of another loop, or a case of a switch. Or, of a lambda
/// around the loop that is called once, its body in the place of the call. Both
/// change no result; the second has a meaning, that of the function.
/// Nothing if the loop stands in a block, or something is in the way.
std::optional<InlinedLoop> putInBlock(const LoopCandidate &Candidate,
                                      clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_LOOPBLOCK_H
