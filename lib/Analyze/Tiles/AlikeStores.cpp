//===- AlikeStores.cpp - Stores that store the same elements ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlikeStores.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// Counters of two loops, one for the other.
using CounterPairs =
    llvm::SmallVector<std::pair<const VarDecl *, const VarDecl *>, 2>;

/// \p Left and \p Right are one expression but for \p Counters.
static bool sameBut(const Stmt *Left, const Stmt *Right,
                    const CounterPairs &Counters, const ASTContext &Ctx) {
  if (!Left || !Right)
    return Left == Right;
  llvm::FoldingSetNodeID LeftId, RightId;
  Left->Profile(LeftId, Ctx, /*Canonical=*/true);
  Right->Profile(RightId, Ctx, /*Canonical=*/true);
  if (LeftId == RightId)
    return true;
  if (Left->getStmtClass() != Right->getStmtClass())
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Left))
    return llvm::is_contained(
        Counters,
        std::pair(dyn_cast<VarDecl>(Ref->getDecl()),
                  dyn_cast<VarDecl>(cast<DeclRefExpr>(Right)->getDecl())));
  // What else these are made of is in their children.
  if (const auto *Op = dyn_cast<BinaryOperator>(Left)) {
    if (Op->getOpcode() != cast<BinaryOperator>(Right)->getOpcode())
      return false;
  } else if (const auto *Op = dyn_cast<UnaryOperator>(Left)) {
    if (Op->getOpcode() != cast<UnaryOperator>(Right)->getOpcode())
      return false;
  } else if (const auto *Cast = dyn_cast<CastExpr>(Left)) {
    if (Cast->getCastKind() != cast<CastExpr>(Right)->getCastKind() ||
        !Ctx.hasSameType(Cast->getType(), cast<CastExpr>(Right)->getType()))
      return false;
  } else if (!isa<ParenExpr, ArraySubscriptExpr>(Left)) {
    return false;
  }
  return llvm::equal(Left->children(), Right->children(),
                     [&](const Stmt *L, const Stmt *R) {
                       return sameBut(L, R, Counters, Ctx);
                     });
}

/// The counter that the header of \p Loop declares, if its body leaves alone
/// what the header goes by; else null.
static const VarDecl *steadyCounter(const ForStmt &Loop) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  const auto *Counter = Decls && Decls->isSingleDecl()
                            ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                            : nullptr;
  auto IsChanged = [&](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && changes(Loop.getBody(), *Var);
  };
  return Counter && Loop.getCond() && Loop.getInc() &&
                 !holds(Loop.getCond(), IsChanged) &&
                 !holds(Loop.getInc(), IsChanged)
             ? Counter
             : nullptr;
}

bool storeAlike(const TileCopy &Left, const TileCopy &Right,
                const ASTContext &Ctx) {
  if (Left.Path.Loops.size() != Right.Path.Loops.size())
    return false;
  CounterPairs Counters;
  for (auto [L, R] : llvm::zip_equal(Left.Path.Loops, Right.Path.Loops)) {
    if (L == R)
      continue;
    const VarDecl *Of = steadyCounter(*L), *Other = steadyCounter(*R);
    if (!Of || !Other || !Of->getInit() || !Other->getInit() ||
        !Ctx.hasSameType(Of->getType(), Other->getType()) ||
        !sameBut(Of->getInit(), Other->getInit(), Counters, Ctx))
      return false;
    Counters.emplace_back(Of, Other);
    if (!sameBut(L->getCond(), R->getCond(), Counters, Ctx) ||
        !sameBut(L->getInc(), R->getInc(), Counters, Ctx))
      return false;
  }
  return sameBut(Left.Destination, Right.Destination, Counters, Ctx);
}

} // namespace cudapipe
