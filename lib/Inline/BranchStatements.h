//===- BranchStatements.h - What a branch consists of -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_BRANCHSTATEMENTS_H
#define CUDAPIPE_LIB_INLINE_BRANCHSTATEMENTS_H

#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace cudapipe {

/// The only statement of \p S, braces ignored, or null.
inline const clang::Stmt *onlyStatement(const clang::Stmt *S) {
  while (const auto *Block = llvm::dyn_cast_or_null<clang::CompoundStmt>(S))
    S = Block->size() == 1 ? Block->body_front() : nullptr;
  return S;
}

/// The statements of \p S, braces ignored.
inline llvm::SmallVector<const clang::Stmt *, 4>
statementsOf(const clang::Stmt *S) {
  if (const auto *Block = llvm::dyn_cast_or_null<clang::CompoundStmt>(S))
    return {Block->body_begin(), Block->body_end()};
  return {S};
}

/// \p If as it is written: where it is `if constexpr`, an instance of the
/// template \p Function has one branch.
inline const clang::IfStmt &asWritten(const clang::IfStmt &If,
                                      const clang::FunctionDecl &Function) {
  const clang::FunctionDecl *Pattern =
      Function.getTemplateInstantiationPattern();
  const clang::IfStmt *Written = &If;
  if (Pattern && If.isConstexpr())
    forEach<clang::IfStmt>(Pattern->getBody(), [&](const clang::IfStmt &Other) {
      if (Other.getIfLoc() == If.getIfLoc())
        Written = &Other;
    });
  return *Written;
}

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_BRANCHSTATEMENTS_H
