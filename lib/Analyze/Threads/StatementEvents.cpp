//===- StatementEvents.cpp - What in a statement sets variables -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatementEvents.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

static bool isEvent(const Stmt &S) {
  if (const auto *Op = dyn_cast<BinaryOperator>(&S))
    return Op->isAssignmentOp();
  if (const auto *Op = dyn_cast<UnaryOperator>(&S))
    return Op->isIncrementDecrementOp();
  return isa<DeclStmt, CallExpr, CXXConstructExpr, AsmStmt>(S);
}

bool StatementEvents::areIn(const Stmt &S) {
  if (auto It = Known.find(&S); It != Known.end())
    return It->second;
  bool Holds = isEvent(S);
  // All of its parts are asked sooner or later.
  for (const Stmt *Child : S.children())
    if (Child && areIn(*Child))
      Holds = true;
  Known[&S] = Holds;
  return Holds;
}

static void collectJumps(const Stmt *S, GuardedJump &Around,
                         std::vector<GuardedJump> &Out) {
  if (!S || isa<LambdaExpr, ForStmt, WhileStmt, DoStmt>(S))
    return;
  if (isa<BreakStmt, ContinueStmt, GotoStmt>(S)) {
    Out.push_back(Around);
    Out.back().Jump = S;
    return;
  }
  const auto *If = dyn_cast<IfStmt>(S);
  if (If)
    Around.Under.push_back(If->getCond());
  for (const Stmt *Child : S->children())
    collectJumps(Child, Around, Out);
  if (If)
    Around.Under.pop_back();
}

const std::vector<GuardedJump> &StatementEvents::jumpsOf(const Stmt &Body) {
  auto [It, IsNew] = Jumps.try_emplace(&Body);
  if (IsNew) {
    GuardedJump Around{nullptr, {}};
    collectJumps(&Body, Around, It->second);
  }
  return It->second;
}

static const Expr *testOf(const Stmt *S) {
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

static void collectReturns(const Stmt *S, GuardedJump &Around,
                           std::vector<GuardedJump> &Out) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (isa<ReturnStmt>(S)) {
    Out.push_back(Around);
    Out.back().Jump = S;
    return;
  }
  const Expr *Cond = testOf(S);
  if (Cond)
    Around.Under.push_back(Cond);
  for (const Stmt *Child : S->children())
    collectReturns(Child, Around, Out);
  if (Cond)
    Around.Under.pop_back();
}

const std::vector<GuardedJump> &StatementEvents::returnsOf(const Stmt &Body) {
  auto [It, IsNew] = Returns.try_emplace(&Body);
  if (IsNew) {
    GuardedJump Around{nullptr, {}};
    collectReturns(&Body, Around, It->second);
  }
  return It->second;
}

} // namespace cudapipe
