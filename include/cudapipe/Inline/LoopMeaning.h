//===- cudapipe/Inline/LoopMeaning.h - What a loop means --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof of what inlineCalls() does. It moves text, and what that means then
// shows only when it is parsed again. So the meaning that the loop has to have
// is printed from the AST of the calls, and compared with the one that it has.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_LOOPMEANING_H
#define CUDAPIPE_INLINE_LOOPMEANING_H

#include "cudapipe/Match/LoopCandidate.h"
#include <string>

namespace cudapipe {

/// The meaning of the loop of \p Candidate: equal for two loops only if they do
/// the same.
std::string meaningOf(const LoopCandidate &Candidate,
                      const clang::ASTContext &Ctx);

/// The same of all that the function of \p Candidate does.
std::string meaningOfFunction(const LoopCandidate &Candidate,
                              const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_LOOPMEANING_H
