//===- DivergentExits.cpp - Threads that leave early ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DivergentExits.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

const Expr *conditionOf(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getCond();
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getCond();
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return Do->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  return nullptr;
}

} // namespace

const Expr *divergentReturn(const Stmt *Body, const Taint &Threads,
                            const Stmt *From, const Stmt *To,
                            const SourceManager *SM) {
  auto IsBetween = [&](SourceLocation At) {
    return !(From && SM->isBeforeInTranslationUnit(At, From->getEndLoc())) &&
           !(To && SM->isBeforeInTranslationUnit(To->getBeginLoc(), At));
  };
  auto Find = [&](auto &&Self, const Stmt *S,
                  const Expr *Cond) -> const Expr * {
    if (!S || isa<LambdaExpr>(S))
      return nullptr;
    if (isa<ReturnStmt>(S))
      return IsBetween(S->getBeginLoc()) ? Cond : nullptr;
    const Expr *Own = conditionOf(S);
    if (Own && Threads.reaches(Own))
      Cond = Own;
    for (const Stmt *Child : S->children())
      if (const Expr *Found = Self(Self, Child, Cond))
        return Found;
    return nullptr;
  };
  return Find(Find, Body, nullptr);
}

} // namespace cudapipe
