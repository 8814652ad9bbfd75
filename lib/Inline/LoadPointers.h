//===- LoadPointers.h - Pointers to what a thread loads ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (..) {                             auto *A_src = &A[row * K + col];
//     a = f(&A[row * K + col]);            for (..) {
//     ...                           ->       a = f(A_src);
//     A += BK;                               ...
//                                            A_src += BK;
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_LOADPOINTERS_H
#define CUDAPIPE_LIB_INLINE_LOADPOINTERS_H

#include "../Rewrite/SourceText.h"
#include "cudapipe/Match/LoopCandidate.h"

namespace cudapipe {

/// The edits of \p Text by which all pointers to memory of the grid that the
/// loop of \p Candidate names lead to the thread's own element and step from
/// trip to trip; none where they do so already. Nothing if one of them cannot:
/// it loads in a loop of its own, with several indices, or does not step.
std::optional<std::vector<TextEdit>>
stepOwnPointers(const LoopCandidate &Candidate, const SourceText &Text,
                const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_LOADPOINTERS_H
