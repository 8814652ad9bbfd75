//===- NamedAccess.cpp - From a name to what is accessed by it ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedAccess.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// `(uintptr_t)p & 15`, `% 16`: the number \p Cast is too small to be an
/// address.
static bool onlyAsksAlignment(const CastExpr &Cast, const ParentMap &Parents) {
  const Expr *E = &Cast;
  const Stmt *P = Parents.getParent(E);
  for (; isa_and_nonnull<ParenExpr, ImplicitCastExpr>(P);
       P = Parents.getParent(E))
    E = cast<Expr>(P);
  const auto *Op = dyn_cast_or_null<BinaryOperator>(P);
  const auto *By =
      Op && Op->getLHS() == E
          ? dyn_cast<IntegerLiteral>(Op->getRHS()->IgnoreParenImpCasts())
          : nullptr;
  return By && (Op->getOpcode() == BO_And || Op->getOpcode() == BO_Rem) &&
         By->getValue().ule(4096);
}

NamedAccess accessThrough(const DeclRefExpr *Use, const ParentMap &Parents) {
  const Expr *E = Use;
  bool Object = !Use->getDecl()->getType()->isPointerType();
  auto Access = [&](QualType Type) {
    return NamedAccess{NamedAccess::Object, E, Type};
  };
  while (true) {
    const Stmt *P = Parents.getParent(E);
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(P)) {
      if (Object && Cast->getCastKind() == CK_LValueToRValue)
        return Access(E->getType());
      if (Cast->getType()->isIntegerType()) {
        if (!onlyAsksAlignment(*Cast, Parents))
          break;
        return {NamedAccess::Nothing};
      }
      Object &= Cast->getCastKind() != CK_ArrayToPointerDecay;
    } else if (const auto *Sub = dyn_cast_or_null<ArraySubscriptExpr>(P)) {
      if (subscriptBase(*Sub) != E)
        break;
      Object = true;
    } else if (const auto *Op = dyn_cast_or_null<UnaryOperator>(P)) {
      if (Op->getOpcode() == UO_Deref)
        Object = true;
      else if (Op->getOpcode() == UO_AddrOf && Object)
        Object = false;
      else if (Op->isIncrementDecrementOp() && Object)
        return Access(E->getType());
      else
        break;
    } else if (const auto *Op = dyn_cast_or_null<BinaryOperator>(P)) {
      if (Op->isComparisonOp())
        return {NamedAccess::Nothing};
      if (Object && Op->isAssignmentOp())
        return Access(E->getType());
      if (Object || !Op->isAdditiveOp())
        break;
    } else if (const auto *Member = dyn_cast_or_null<MemberExpr>(P)) {
      QualType Type = E->getType();
      if (!isa<FieldDecl>(Member->getMemberDecl()) &&
          !isa<CXXMethodDecl>(Member->getMemberDecl()))
        break;
      return Access(Member->isArrow() ? Type->getPointeeType() : Type);
    } else if (isa_and_nonnull<CXXOperatorCallExpr, CXXConstructExpr>(P)) {
      // half, float4 and their like: the object as a whole.
      if (!Object)
        break;
      return Access(E->getType());
    } else if (const auto *Call = dyn_cast_or_null<CallExpr>(P)) {
      if (Object || !llvm::is_contained(Call->arguments(), E))
        break;
      return {NamedAccess::Argument, E, {}, Call};
    } else if (const auto *Decls = dyn_cast_or_null<DeclStmt>(P)) {
      // Another name: its own uses are looked at.
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->getInit() == E)
          if (Var->getType()->isPointerType() ||
              Var->getType()->isReferenceType())
            return {NamedAccess::OtherName};
      break;
    } else if (isa_and_nonnull<FullExpr>(P)) {
      // goes on
    } else if (!isa_and_nonnull<ParenExpr>(P)) {
      break;
    }
    E = cast<Expr>(P);
  }
  return {NamedAccess::NotUnderstood};
}

/// \p E, an address, is made by adding something but zero.
static bool isAddedTo(const Expr *E) {
  E = E->IgnoreParenCasts();
  const Expr *By = nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->getOpcode() == BO_Add)
    By = Op->getRHS();
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_AddrOf)
    if (const auto *Sub =
            dyn_cast<ArraySubscriptExpr>(Op->getSubExpr()->IgnoreParenCasts()))
      By = Sub->getIdx();
  const auto *Zero =
      dyn_cast_or_null<IntegerLiteral>(By ? By->IgnoreParenCasts() : nullptr);
  return By && !(Zero && Zero->getValue() == 0);
}

const VarDecl *pointerBehindStart(const Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
      E = Sub->getBase();
    else if (const auto *Op = dyn_cast<UnaryOperator>(E);
             Op &&
             (Op->getOpcode() == UO_Deref || Op->getOpcode() == UO_AddrOf))
      E = Op->getSubExpr();
    else if (const auto *Op = dyn_cast<BinaryOperator>(E);
             Op && (Op->isAdditiveOp() || Op->isAssignmentOp()))
      E = Op->getLHS();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Assign = dyn_cast<CXXOperatorCallExpr>(E);
             Assign && Assign->isAssignmentOp())
      E = Assign->getArg(0); // of structs
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
             Copy && Copy->getNumArgs() == 1)
      E = Copy->getArg(0);
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() && Var->getType()->isPointerType() &&
                 Var->getInit() && isAddedTo(Var->getInit())
             ? Var
             : nullptr;
}

} // namespace cudapipe
