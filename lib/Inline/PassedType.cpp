//===- PassedType.cpp - Arguments that nothing converts -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassedType.h"
#include "BodyNames.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cudapipe {

/// The operands of \p E, if they choose its type: of `k + t`, or `in ? k : 0`.
static std::pair<const Expr *, const Expr *> operandsOf(const Expr &E) {
  if (const auto *Choice = dyn_cast<ConditionalOperator>(&E))
    return {Choice->getTrueExpr(), Choice->getFalseExpr()};
  const auto *Op = dyn_cast<BinaryOperator>(&E);
  if (!Op || Op->isComparisonOp() || Op->isLogicalOp() || Op->isAssignmentOp())
    return {nullptr, nullptr};
  return {Op->getLHS(), Op->getRHS()};
}

/// Operands with the type of an argument choose the type of \p E.
static bool hasChosenType(const Expr &E) {
  const Expr &Plain = *E.IgnoreParenImpCasts();
  auto [First, Second] = operandsOf(Plain);
  if (!First)
    return dependsOnArgument(Plain.getType());
  return hasChosenType(*First) || hasChosenType(*Second);
}

bool hasTypeForAll(const Expr &E, QualType Type) {
  const Expr &Plain = *E.IgnoreParens();
  if (operandsOf(Plain).first && hasChosenType(Plain))
    return false;
  return isSameForAll(Plain.getType(), Type);
}

bool staysUnconverted(const CallExpr &Call, const ParmVarDecl &Param,
                      const Expr &Given) {
  const auto *Function = dyn_cast<FunctionDecl>(Param.getDeclContext());
  if (!Function)
    return false;
  const FunctionDecl *Made = Function->getTemplateInstantiationPattern();
  const FunctionDecl &Pattern = Made ? *Made : *Function;
  const unsigned Index = Param.getFunctionScopeIndex();
  if (Index >= Pattern.getNumParams())
    return false; // one of a pack
  QualType Wanted =
      Pattern.getParamDecl(Index)->getType().getNonReferenceType();
  if (Wanted->isPointerType())
    return true; // no pointers to other types go in
  const auto *Type = Wanted->getAs<TemplateTypeParmType>();
  const FunctionTemplateDecl *Template = Pattern.getDescribedFunctionTemplate();
  if (Type && Type->getDecl() && Template &&
      Type->getDecl()->getDeclContext() == &Pattern) {
    llvm::ArrayRef<TemplateArgumentLoc> Said = templateArguments(Call);
    if (Type->getIndex() >= Said.size())
      return true; // deduced
    const TemplateArgument &Argument = Said[Type->getIndex()].getArgument();
    if (Argument.getKind() != TemplateArgument::Type)
      return false;
    Wanted = Argument.getAsType();
  } else if (Wanted->isDependentType()) {
    return !hasChosenType(Given);
  }
  return hasTypeForAll(Given, Wanted);
}

} // namespace cudapipe
