//===- AccessType.cpp - Types inside templates ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

QualType accessType(const Expr *E, const ASTContext &Ctx) {
  QualType Type = E->getType();
  if (Type != Ctx.DependentTy)
    return Type;
  E = E->IgnoreParenImpCasts();
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    QualType Base = accessType(Sub->getBase()->IgnoreParenImpCasts(), Ctx);
    if (const ArrayType *Array = Ctx.getAsArrayType(Base))
      return Array->getElementType();
    if (Base->isPointerType())
      return Base->getPointeeType();
    return Type;
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref) {
    QualType Base = accessType(Op->getSubExpr(), Ctx);
    if (Base->isPointerType())
      return Base->getPointeeType();
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl()->getType();
  return Type;
}

bool isTemplateConstant(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParenImpCasts();
  if (isa<IntegerLiteral, UnaryExprOrTypeTraitExpr>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (isa<NonTypeTemplateParmDecl, EnumConstantDecl>(Ref->getDecl()))
      return true;
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && Var->getType().isConstQualified() &&
           Var->getType()->isIntegralOrEnumerationType() && Var->getInit() &&
           isTemplateConstant(Var->getInit(), Ctx);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return !Op->isAssignmentOp() && isTemplateConstant(Op->getLHS(), Ctx) &&
           isTemplateConstant(Op->getRHS(), Ctx);
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return Op->getOpcode() == UO_Minus &&
           isTemplateConstant(Op->getSubExpr(), Ctx);
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return isTemplateConstant(Cast->getSubExpr(), Ctx);
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return isTemplateConstant(Subst->getReplacement(), Ctx);
  return false;
}

} // namespace cudapipe
