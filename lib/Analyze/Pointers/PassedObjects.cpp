//===- PassedObjects.cpp - Objects that functions only read ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassedObjects.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace cudapipe {

const Decl *wholeOf(const Expr *E) {
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
      E = subscriptBase(*Element);
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

std::optional<PassedObject> passedToReader(const DeclRefExpr *Use,
                                           const ParentMap &Parents) {
  const Expr *E = Use;
  if (!E->getType()->isArrayType())
    return std::nullopt;
  while (const auto *P = dyn_cast_or_null<Expr>(Parents.getParent(E))) {
    if (const auto *Call = dyn_cast<CallExpr>(P)) {
      const FunctionDecl *Function = calledFunction(*Call);
      const Expr *Object = E->IgnoreParenImpCasts();
      for (const ParmVarDecl *Param :
           Function ? Function->parameters() : llvm::ArrayRef<ParmVarDecl *>())
        if (const Expr *Arg = argumentFor(*Call, *Param);
            Arg && Arg->IgnoreParenImpCasts() == Object)
          return Param->getType()->isLValueReferenceType() &&
                         Arg->isGLValue() &&
                         readsValuesOnly(Function->getBody(), *Param)
                     ? std::optional(PassedObject{Object, Param})
                     : std::nullopt;
      return std::nullopt;
    }
    const auto *Sub = dyn_cast<ArraySubscriptExpr>(P);
    const auto *Cast = dyn_cast<ImplicitCastExpr>(P);
    bool GoesOn = (Sub && subscriptBase(*Sub) == E) ||
                  (Cast && (Cast->getCastKind() == CK_ArrayToPointerDecay ||
                            Cast->getCastKind() == CK_NoOp)) ||
                  isa<ParenExpr>(P);
    if (!GoesOn)
      return std::nullopt;
    E = P;
  }
  return std::nullopt;
}

} // namespace cudapipe
