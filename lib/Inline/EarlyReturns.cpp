//===- EarlyReturns.cpp - Returns that an if can replace ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyReturns.h"
#include "BranchStatements.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

static bool returns(const Stmt *S) {
  // A lambda's own returns are in its body, which is no child here.
  return S && (isa<ReturnStmt>(S) ||
               (!isa<LambdaExpr>(S) && llvm::any_of(S->children(), returns)));
}

llvm::SmallVector<ReturnedValue::Condition, 2> EarlyReturn::otherwise() const {
  llvm::SmallVector<ReturnedValue::Condition, 2> Out;
  splitCondition({If->getCond(), false}, false, Out);
  return Out;
}

bool isLastReturn(const Stmt *S, const CompoundStmt &Body) {
  const auto *Return = dyn_cast_or_null<ReturnStmt>(S);
  return Return && !Return->getRetValue() && S == Body.body_back();
}

std::optional<EarlyReturn> earlyReturn(const Stmt *S) {
  const auto *If = dyn_cast_or_null<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() ||
      If->isConstexpr())
    return std::nullopt;
  auto Inner = statementsOf(If->getThen());
  const auto *Return =
      Inner.empty() ? nullptr : dyn_cast_or_null<ReturnStmt>(Inner.back());
  if (!Return || Return->getRetValue())
    return std::nullopt;
  return EarlyReturn{If, Return, Inner.size() == 1};
}

std::optional<std::vector<EarlyReturn>>
earlyReturnsOf(const CompoundStmt &Body) {
  std::vector<EarlyReturn> Out;
  for (const Stmt *S : Body.body()) {
    if (!returns(S) || isLastReturn(S, Body))
      continue;
    std::optional<EarlyReturn> Early = earlyReturn(S);
    // Nothing would stand in the other branch.
    if (!Early || S == Body.body_back())
      return std::nullopt;
    for (const Stmt *Inner : statementsOf(Early->If->getThen()))
      if (Inner != Early->Return && returns(Inner))
        return std::nullopt;
    Out.push_back(*Early);
  }
  return Out;
}

} // namespace cudapipe
