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

/// The variable that \p E, a variable, a field of one or an element of such a
/// field, is a part of.
static const Decl *wholeOf(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow() || !isa<FieldDecl>(Member->getMemberDecl()))
        return nullptr;
      E = Member->getBase();
    } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
      if (Cast->getCastKind() != CK_NoOp &&
          Cast->getCastKind() != CK_ArrayToPointerDecay)
        return nullptr;
      E = Cast->getSubExpr();
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      E = Element->getBase();
    } else {
      break;
    }
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? Ref->getDecl() : nullptr;
}

bool readsValuesOnly(const Stmt *S, const ParmVarDecl &Param) {
  struct Visitor : DynamicRecursiveASTVisitor {
    explicit Visitor(const ParmVarDecl &Param) : Param(Param) {
      ShouldVisitImplicitCode = true;
    }
    bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
      Uses += Ref->getDecl() == &Param;
      return true;
    }
    bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) override {
      Reads += Cast->getCastKind() == CK_LValueToRValue &&
               wholeOf(Cast->getSubExpr()) == &Param;
      return true;
    }
    const ParmVarDecl &Param;
    unsigned Uses = 0, Reads = 0;
  };
  Visitor V(Param);
  V.TraverseStmt(const_cast<Stmt *>(S));
  return V.Uses == V.Reads;
}

} // namespace cudapipe
