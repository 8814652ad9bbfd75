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

/// Finds jumps under conditions that differ from thread to thread.
class ExitFinder {
public:
  ExitFinder(const Taint &Threads,
             llvm::function_ref<bool(const Stmt *)> IsExit)
      : Threads(Threads), IsExit(IsExit) {}

  /// \p Cond: the innermost condition around \p S that differs.
  const Expr *find(const Stmt *S, const Expr *Cond, bool InInnerLoop) const {
    if (!S || isa<LambdaExpr>(S))
      return nullptr;
    if (isa<ReturnStmt>(S) || (isa<BreakStmt>(S) && !InInnerLoop))
      return Cond && IsExit(S) ? Cond : nullptr;
    const Expr *Own = conditionOf(S);
    if (Own && Threads.reaches(Own))
      Cond = Own;
    InInnerLoop |=
        isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, CXXForRangeStmt>(S);
    for (const Stmt *Child : S->children())
      if (const Expr *Found = find(Child, Cond, InInnerLoop))
        return Found;
    return nullptr;
  }

private:
  const Taint &Threads;
  llvm::function_ref<bool(const Stmt *)> IsExit;
};

} // namespace

const Expr *divergentReturn(const Stmt *S, const Taint &Threads,
                            const Stmt *From, const Stmt *To,
                            const SourceManager *SM) {
  auto IsExit = [&](const Stmt *Exit) {
    if (!isa<ReturnStmt>(Exit))
      return false;
    SourceLocation At = Exit->getBeginLoc();
    return !(From && SM->isBeforeInTranslationUnit(At, From->getEndLoc())) &&
           !(To && SM->isBeforeInTranslationUnit(To->getBeginLoc(), At));
  };
  return ExitFinder(Threads, IsExit).find(S, nullptr, /*InInnerLoop=*/false);
}

const Expr *divergentExit(const Stmt *Loop, const LoopAnalysis &A) {
  Taint Threads(A.M.Kernel->getBody(), A.Flow, A.Ctx, Taint::Seed::ThreadIndex,
                A.PerThread);
  ExitFinder Finder(Threads, [](const Stmt *) { return true; });
  for (const Stmt *Child : Loop->children())
    if (const Expr *Found = Finder.find(Child, nullptr, /*InInnerLoop=*/false))
      return Found;
  return nullptr;
}

} // namespace cudapipe
