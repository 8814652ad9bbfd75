//===- MeaningPrinter.cpp - What expressions mean -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeaningPrinter.h"
#include "cudapipe/Analyze/Effects.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

const Expr *MeaningPrinter::transparent(const Expr *E) const {
  while (true) {
    const Expr *In = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(In))
      In = Full->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(In))
      In = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(In))
      In = Bound->getSubExpr();
    else if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(In))
      In = Value->getReplacement();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(In))
      In = Default->getExpr();
    else if (const auto *Object = dyn_cast<PseudoObjectExpr>(In))
      In = Object->getSyntacticForm();
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(In);
             Copy && Copy->getNumArgs() == 1 &&
             Copy->getConstructor()->isCopyOrMoveConstructor() &&
             copiesBytes(*Copy->getConstructor()))
      In = Copy->getArg(0);
    else if (const auto *Same = dyn_cast<ExplicitCastExpr>(In);
             Same && Same->getCastKind() == CK_NoOp && Same->isPRValue() &&
             !Same->getType()->isPointerType() &&
             Ctx.hasSameUnqualifiedType(Same->getType(),
                                        Same->getSubExpr()->getType()))
      In = Same->getSubExpr();
    else if (isa<CXXThisExpr>(In) && This)
      In = This;
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(In))
      switch (Cast->getCastKind()) {
      case CK_LValueToRValue:
      case CK_NoOp:
      case CK_ArrayToPointerDecay:
      case CK_FunctionToPointerDecay:
        In = Cast->getSubExpr();
        break;
      default:
        if (IsPattern)
          In = Cast->getSubExpr();
        break;
      }
    if (In == E)
      return E;
    E = In;
  }
}

/// Prints \p E if it has a value of its own.
bool MeaningPrinter::leaf(const Expr *E) {
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E))
    OS << Literal->getValue();
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    name(Ref->getDecl());
  else if (const auto *Literal = dyn_cast<FloatingLiteral>(E))
    OS << Literal->getValue().bitcastToAPInt();
  else if (const auto *String = dyn_cast<StringLiteral>(E))
    OS << String->getBytes();
  else if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    type(Size->getTypeOfArgument());
  else if (const auto *Lookup = dyn_cast<OverloadExpr>(E))
    for (const NamedDecl *D : Lookup->decls()) {
      name(D);
      OS << ' ';
    }
  else
    return false;
  return true;
}

void MeaningPrinter::expression(const Expr *E) {
  E = transparent(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto It = Values.find(Ref->getDecl()); It != Values.end())
      return expression(It->second);
  if (auto It = Results.find(E); It != Results.end()) {
    pass(It->second);
    value(It->second.Value, E->getType());
    This = nullptr;
    return;
  }
  if (std::optional<llvm::APSInt> Value = constant(E)) {
    OS << *Value << ':';
    return type(E->getType());
  }
  if (const auto *Made = dyn_cast<LambdaExpr>(E))
    return lambda(*Made);
  // However it is spelled.
  OS << (isa<CastExpr>(E) ? "Cast" : E->getStmtClassName()) << ' ';
  // Of a name, an array may be what a pointer was.
  if (!isa<DeclRefExpr>(E) && !IsPattern)
    type(E->getType());
  else if (E->getType().isVolatileQualified())
    OS << "volatile";
  OS << ' ';
  if (leaf(E))
    return;
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    OS << Op->getOpcodeStr();
  else if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    OS << UnaryOperator::getOpcodeStr(Unary->getOpcode()) << Unary->isPostfix();
  else if (const auto *Cast = dyn_cast<CastExpr>(E))
    OS << Cast->getCastKindName();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    name(Member->getMemberDecl());
  else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E))
    OS << Member->getMember().getAsString();
  else if (const auto *Scoped = dyn_cast<DependentScopeDeclRefExpr>(E))
    Scoped->printPretty(OS, nullptr, Policy);
  else if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E))
    name(Property->getPropertyDecl());
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    name(Construct->getConstructor());
  else if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return branch(Default->getExpr());
  children(E);
}

} // namespace cudapipe
