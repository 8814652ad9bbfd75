//===- PointerValues.cpp - The values that variables are given ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

static const VarDecl *variable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// `reinterpret_cast<uint4 *>(&bytes)[0]`: an access to the array, of which no
/// address is left.
static bool accessesWholeArray(const Stmt *S) {
  const Expr *Address = nullptr;
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(S))
    Address = isa<IntegerLiteral>(subscriptIndex(*Sub)->IgnoreParenImpCasts())
                  ? subscriptBase(*Sub)
                  : nullptr;
  else if (const auto *Op = dyn_cast<UnaryOperator>(S))
    Address = Op->getOpcode() == UO_Deref ? Op->getSubExpr() : nullptr;
  const auto *Of =
      Address ? dyn_cast<UnaryOperator>(Address->IgnoreParenCasts()) : nullptr;
  const VarDecl *Var =
      Of && Of->getOpcode() == UO_AddrOf ? variable(Of->getSubExpr()) : nullptr;
  // Where pointers go has to be followed.
  return Var && Var->getType()->isArrayType() &&
         Var->getType()->getBaseElementTypeUnsafe()->isArithmeticType();
}

void PointerFlow::collect(const Stmt *S) {
  if (!S || accessesWholeArray(S))
    return;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        if (const Expr *Init = Var->getInit()) {
          Values[Var].push_back(Init);
          if (Var->getType()->isReferenceType() ||
              Var->getType()->isPointerType())
            collectLent(Init);
          if (Var->getType()->isReferenceType())
            for (const Expr *E = Init->IgnoreParenImpCasts(); E;) {
              if (const VarDecl *Target = variable(E))
                Aliased.insert(Target);
              const auto *Member = dyn_cast<MemberExpr>(E);
              E = Member ? Member->getBase()->IgnoreParenImpCasts() : nullptr;
            }
        }
  if (const auto *Op = dyn_cast<CompoundAssignOperator>(S))
    if (const VarDecl *Var = variable(Op->getLHS());
        Var && Var->getType()->isIntegerType())
      Values[Var].push_back(Op->getRHS()); // an address in an integer
  if (const auto *Op = dyn_cast<BinaryOperator>(S))
    if (Op->getOpcode() == BO_Assign) {
      // A reference keeps its object, whatever that is given.
      if (const VarDecl *Var = variable(Op->getLHS());
          Var && !Var->getType()->isReferenceType()) {
        Values[Var].push_back(Op->getRHS());
        if (Var->getType()->isPointerType())
          collectLent(Op->getRHS());
      }
      // A struct that is put together here: one more pointer in it.
      const Expr *Base = Op->getLHS()->IgnoreParenImpCasts();
      while (const auto *Member = dyn_cast<MemberExpr>(Base))
        Base = Member->getBase()->IgnoreParenImpCasts();
      if (const VarDecl *Var = variable(Base);
          Var && Base != Op->getLHS()->IgnoreParenImpCasts() &&
          Var->getType()->isRecordType() && !isa<ParmVarDecl>(Var) &&
          Op->getLHS()->getType()->isPointerType())
        Values[Var].push_back(Op->getRHS());
    }
  if (const auto *Op = dyn_cast<UnaryOperator>(S))
    if (Op->getOpcode() == UO_AddrOf)
      if (const VarDecl *Var = variable(Op->getSubExpr()))
        Aliased.insert(Var);
  collectSecondNames(S);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    collectLambda(Lambda->getBody());
  for (const Stmt *Child : S->children())
    collect(Child);
}

/// `float *p = &v[0];`: what a member function of v returns may be a second
/// name of a part of v.
void PointerFlow::collectLent(const Stmt *S) {
  if (!S)
    return;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(S))
    Object = Member->getImplicitObjectArgument();
  else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S))
    Object = Call->getArg(0);
  if (const VarDecl *Var = Object ? variable(Object) : nullptr;
      Var && Var->getType()->isRecordType() &&
      !Var->getType().isConstQualified() &&
      !(cast<CallExpr>(S)->getType()->isRecordType()))
    Aliased.insert(Var);
  for (const Stmt *Child : S->children())
    collectLent(Child);
}

void PointerFlow::collectLambda(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      InLambdas.insert(Var);
  for (const Stmt *Child : S->children())
    collectLambda(Child);
}

} // namespace cudapipe
