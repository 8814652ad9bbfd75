//===- BranchStatements.h - What a branch consists of -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_BRANCHSTATEMENTS_H
#define CUDAPIPE_LIB_INLINE_BRANCHSTATEMENTS_H

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

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_BRANCHSTATEMENTS_H
