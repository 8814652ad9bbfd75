//===- cudapipe/Analyze/StatementTree.h - Questions to a tree ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is asked of a statement and all below it. Each starts with the statement
// itself, goes on in the order of the text, stops at the first answer and takes
// a null statement for an empty one. Of a lambda, its body is a part.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_STATEMENTTREE_H
#define CUDAPIPE_ANALYZE_STATEMENTTREE_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudapipe {

/// The first statement in \p S that \p Is; what stands in one of \p Except
/// does not count.
const clang::Stmt *
findStatement(const clang::Stmt *S,
              llvm::function_ref<bool(const clang::Stmt &)> Is,
              llvm::ArrayRef<const clang::Stmt *> Except = {});

inline bool holds(const clang::Stmt *S,
                  llvm::function_ref<bool(const clang::Stmt &)> Is,
                  llvm::ArrayRef<const clang::Stmt *> Except = {}) {
  return findStatement(S, Is, Except);
}

/// A statement of one of \p Kinds is in \p S.
template <typename... Kinds> bool holdsA(const clang::Stmt *S) {
  return holds(S, [](const clang::Stmt &At) { return isa<Kinds...>(At); });
}

/// \p Inner is \p S or stands in it.
inline bool contains(const clang::Stmt *S, const clang::Stmt *Inner) {
  return holds(S, [&](const clang::Stmt &At) { return &At == Inner; });
}

/// \p S names \p D; what stands in one of \p Except does not count.
bool mentions(const clang::Stmt *S, const clang::ValueDecl *D,
              llvm::ArrayRef<const clang::Stmt *> Except = {});

/// The statement in \p S that declares \p D.
const clang::DeclStmt *declarationIn(const clang::Stmt *S,
                                     const clang::Decl *D);

/// Calls \p Do with each \p Kind in \p S.
template <typename Kind, typename Function>
void forEach(const clang::Stmt *S, Function Do) {
  holds(S, [&](const clang::Stmt &At) {
    if (const auto *Found = dyn_cast<Kind>(&At))
      Do(*Found);
    return false;
  });
}

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_STATEMENTTREE_H
