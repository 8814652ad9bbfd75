//===- HoistedTypes.h - Types that a trip declares --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int k = 0; k < K; k += BK) {       using Vec = float4;
//     using Vec = float4;             ->    for (int k = 0; k < K; k += BK) {
//     As[t] = *(const Vec *)&A[k];            As[t] = *(const Vec *)&A[k];
//
// The load phase needs them a trip early, compute where they are.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_HOISTEDTYPES_H
#define CUDAPIPE_LIB_INLINE_HOISTEDTYPES_H

#include "../Rewrite/SourceText.h"
#include "cudapipe/Match/LoopCandidate.h"

namespace cudapipe {

/// What moves in front of a loop.
struct HoistedTypes {
  std::vector<TextEdit> Edits;
  /// The declarations, which are no longer in the loop.
  std::vector<const clang::Stmt *> Moved;
};

/// The edits of \p Text that move names of types and static assertions from the
/// body of the candidate's loop to the place in front of it, with their
/// comments and the constants that they name. Those stay that name what else
/// the loop declares, or whose name means something else around it.
HoistedTypes hoistTypes(const LoopCandidate &Candidate, const SourceText &Text,
                        clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_HOISTEDTYPES_H
