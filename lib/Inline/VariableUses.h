//===- VariableUses.h - Where a function names its variables ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_VARIABLEUSES_H
#define CUDAPIPE_LIB_INLINE_VARIABLEUSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace cudapipe {

/// Every statement of a function's body, its parent, and the uses of each
/// variable in source order.
class VariableUses {
public:
  explicit VariableUses(const clang::Stmt *Body) { visit(Body); }

  llvm::ArrayRef<const clang::DeclRefExpr *>
  usesOf(const clang::VarDecl *Var) const {
    auto It = Uses.find(Var);
    return It == Uses.end() ? llvm::ArrayRef<const clang::DeclRefExpr *>()
                            : llvm::ArrayRef(It->second);
  }
  /// The statement that declares \p Var.
  const clang::DeclStmt *declarationOf(const clang::VarDecl *Var) const {
    return Declarations.lookup(Var);
  }
  /// What the function declares.
  std::vector<const clang::VarDecl *> variables() const {
    std::vector<const clang::VarDecl *> Out;
    for (const auto &Entry : Declarations)
      Out.push_back(Entry.first);
    return Out;
  }
  const clang::Stmt *parentOf(const clang::Stmt *S) const {
    return Parents.lookup(S);
  }
  /// The block that \p S is a statement of, or null.
  const clang::CompoundStmt *blockOf(const clang::Stmt *S) const {
    return llvm::dyn_cast_or_null<clang::CompoundStmt>(parentOf(S));
  }
  bool contains(const clang::Stmt *Outer, const clang::Stmt *Inner) const {
    while (Inner && Inner != Outer)
      Inner = parentOf(Inner);
    return Inner;
  }

private:
  void visit(const clang::Stmt *S) {
    if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(S))
      if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl()))
        Uses[Var].push_back(Ref);
    if (const auto *Decls = llvm::dyn_cast<clang::DeclStmt>(S))
      for (const clang::Decl *D : Decls->decls())
        if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D))
          Declarations[Var] = Decls;
    for (const clang::Stmt *Child : S->children())
      if (Child) {
        Parents[Child] = S;
        visit(Child);
      }
  }

  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::DeclRefExpr *, 4>>
      Uses;
  llvm::MapVector<const clang::VarDecl *, const clang::DeclStmt *> Declarations;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_VARIABLEUSES_H
