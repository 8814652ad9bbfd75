//===- cudapipe/Inline/PlainTiles.h - Tiles without volatile ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ volatile float tile[64];   ->   __shared__ float tile[64];
//
// Where barriers order all that is stored to a tile and read from it, the word
// says nothing. It is of a time when the threads of a warp needed none.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_PLAINTILES_H
#define CUDAPIPE_INLINE_PLAINTILES_H

#include "cudapipe/Inline/InlineCalls.h"

namespace cudapipe {

/// The edits that take `volatile` from the static shared arrays that the loop
/// of \p Candidate uses, and nothing else does, but that it may store in front
/// of the loop what is read in it: that barriers order their accesses has to be
/// proved of the text that they make. Nothing if there are none.
std::optional<InlinedLoop> dropVolatile(const LoopCandidate &Candidate,
                                        const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_PLAINTILES_H
