//===- OneText.h - Text that is the same in every build ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meaning of what a pass writes is compared in this build only. In another
// one an #if or a macro may put statements there that the pass took away, or
// that it did not see:
//
//   if (k == 16) { COUNT(skips) continue; }     COUNT(x) is nothing here
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_BUILDS_ONETEXT_H
#define CUDAPIPE_LIB_BUILDS_ONETEXT_H

#include "Rewrite/SourceText.h"
#include "clang/AST/Decl.h"

namespace cudapipe {

/// No directive stands in \p Range, and no macro that another build may define
/// otherwise; \p OrNumbers: but macros that are numbers.
bool isOneText(const SourceText &Text, TextRange Range, bool OrNumbers,
               const clang::ASTContext &Ctx);

/// Each word in \p Range of \p Text that is the name of \p Var is a use of it
/// in \p Where, or its declaration: none is hidden by an #if or a macro.
bool showsAllUses(const SourceText &Text, TextRange Range,
                  const clang::VarDecl &Var, const clang::Stmt &Where,
                  const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_BUILDS_ONETEXT_H
