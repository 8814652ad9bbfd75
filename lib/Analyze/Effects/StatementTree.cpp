//===- StatementTree.cpp - Questions to a tree ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

const Stmt *findStatement(const Stmt *S,
                          llvm::function_ref<bool(const Stmt &)> Is,
                          llvm::ArrayRef<const Stmt *> Except) {
  if (!S || llvm::is_contained(Except, S))
    return nullptr;
  if (Is(*S))
    return S;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = findStatement(Child, Is, Except))
      return Found;
  return nullptr;
}

bool mentions(const Stmt *S, const ValueDecl *D,
              llvm::ArrayRef<const Stmt *> Except) {
  return holds(
      S,
      [&](const Stmt &At) {
        const auto *Ref = dyn_cast<DeclRefExpr>(&At);
        return Ref && Ref->getDecl() == D;
      },
      Except);
}

const DeclStmt *declarationIn(const Stmt *S, const Decl *D) {
  return cast_or_null<DeclStmt>(findStatement(S, [&](const Stmt &At) {
    const auto *Decls = dyn_cast<DeclStmt>(&At);
    return Decls && llvm::is_contained(Decls->decls(), D);
  }));
}

} // namespace cudapipe
