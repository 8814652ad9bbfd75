//===- ConstantTable.cpp - Arrays of known numbers ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantTable.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"

using namespace clang;

namespace cudapipe {

/// All that \p S does with \p Var is to read elements of it.
static bool onlyReads(const Stmt *S, const VarDecl &Var) {
  if (!S)
    return true;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    if (const auto *Sub =
            dyn_cast<ArraySubscriptExpr>(Cast->getSubExpr()->IgnoreParens())) {
      const auto *Ref =
          dyn_cast<DeclRefExpr>(subscriptBase(*Sub)->IgnoreParenImpCasts());
      if (Ref && Ref->getDecl() == &Var)
        return onlyReads(subscriptIndex(*Sub), Var);
    }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != &Var;
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return onlyReads(Child, Var); });
}

std::optional<std::pair<int64_t, int64_t>>
rangeOfTable(const ArraySubscriptExpr &Element, const ASTContext &Ctx) {
  const auto *Ref =
      dyn_cast<DeclRefExpr>(subscriptBase(Element)->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  // The host may set other variables, even const ones.
  if (!Var || !Var->hasLocalStorage() || !Var->getInit())
    return std::nullopt;
  const ConstantArrayType *Type = Ctx.getAsConstantArrayType(Var->getType());
  const auto *List = dyn_cast<InitListExpr>(Var->getInit()->IgnoreParens());
  const auto *Function = dyn_cast<FunctionDecl>(Var->getDeclContext());
  if (!Type || !List || !Type->getElementType()->isIntegerType() || !Function ||
      !onlyReads(Function->getBody(), *Var))
    return std::nullopt;
  std::optional<std::pair<int64_t, int64_t>> Out;
  auto Add = [&](int64_t Number) {
    Out = Out ? std::pair(std::min(Out->first, Number),
                          std::max(Out->second, Number))
              : std::pair(Number, Number);
  };
  for (const Expr *Init : List->inits()) {
    std::optional<int64_t> Number = constantValue(Init, Ctx);
    if (!Number)
      return std::nullopt;
    Add(*Number);
  }
  if (Type->getSize().ugt(List->getNumInits()))
    Add(0);
  return Out;
}

} // namespace cudapipe
