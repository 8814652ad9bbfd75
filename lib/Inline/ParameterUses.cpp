//===- ParameterUses.cpp - What a body does with a parameter --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyNames.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace cudapipe {

bool usesAsArray(const Stmt *S, const ParmVarDecl &Param) {
  struct Visitor : DynamicRecursiveASTVisitor {
    explicit Visitor(const ParmVarDecl &Param) : Param(Param) {}
    bool isParam(const Expr *E) const {
      const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
      return Ref && Ref->getDecl() == &Param;
    }
    bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
      Uses += Ref->getDecl() == &Param;
      return true;
    }
    bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) override {
      AsArray += isParam(E->getLHS()) + isParam(E->getRHS());
      return true;
    }
    bool VisitBinaryOperator(BinaryOperator *Op) override {
      if (Op->isAdditiveOp())
        AsArray += isParam(Op->getLHS()) + isParam(Op->getRHS());
      return true;
    }
    const ParmVarDecl &Param;
    unsigned Uses = 0, AsArray = 0;
  };
  Visitor V(Param);
  V.TraverseStmt(const_cast<Stmt *>(S));
  return V.Uses == V.AsArray;
}

} // namespace cudapipe
