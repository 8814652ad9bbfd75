//===- cudapipe/Analyze/DroppedWords.h - Arguments of no use ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   assert(at >= 0);     under NDEBUG the syntax tree has no `at`; without it,
//                        the same text reads it
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_DROPPEDWORDS_H
#define CUDAPIPE_ANALYZE_DROPPEDWORDS_H

#include "cudapipe/Analyze/Effects.h"

namespace cudapipe {

/// The variables of \p Function that the macro which is the statement \p S is
/// given, and makes nothing of in this build.
VarSet droppedReads(const clang::Stmt &S, const clang::FunctionDecl &Function,
                    const clang::ASTContext &Ctx);

/// The same of any macro in \p Function: it is given \p Var.
bool isDroppedSomewhere(const clang::VarDecl &Var,
                        const clang::FunctionDecl &Function,
                        const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_DROPPEDWORDS_H
