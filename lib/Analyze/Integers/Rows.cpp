//===- Rows.cpp - Rows and columns of one subscript -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int j = t; j < pitch; j += 16)       0 <= j < pitch
//     tile[i * pitch + j] = ..                another i or j, another element
//
//===----------------------------------------------------------------------===//

#include "Analyze/Loop/LoopStep.h"
#include "LinearForm.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"

using namespace clang;

namespace cudapipe {

/// In each trip of \p Loop, \p Var is at least 0 and below \p Pitch.
static bool countsColumns(const ForStmt &Loop, const VarDecl &Var,
                          const LinearForm &Pitch, const Definitions &Defs,
                          const ASTContext &Ctx) {
  auto IsVar = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == &Var;
  };
  const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  const Expr *Start =
      Decls && Decls->isSingleDecl() && Decls->getSingleDecl() == &Var
          ? Var.getInit()
          : nullptr;
  const auto *Inc = Loop.getInc() ? Loop.getInc()->IgnoreParens() : nullptr;
  const auto *One = dyn_cast_or_null<UnaryOperator>(Inc);
  const auto *Step = dyn_cast_or_null<CompoundAssignOperator>(Inc);
  const auto *Cond =
      Loop.getCond() ? dyn_cast<BinaryOperator>(Loop.getCond()->IgnoreParens())
                     : nullptr;
  const bool Grows =
      (One && One->isIncrementOp() && IsVar(One->getSubExpr())) ||
      (Step && Step->getOpcode() == BO_AddAssign && IsVar(Step->getLHS()) &&
       isNonNegative(Step->getRHS(), Ctx));
  if (!Start || !isNonNegative(Start, Ctx) || !Grows || !Cond ||
      changes(Loop.getBody(), Var))
    return false;
  const bool OnTheLeft = IsVar(Cond->getLHS());
  if (!OnTheLeft && !IsVar(Cond->getRHS()))
    return false;
  const BinaryOperatorKind Opcode =
      OnTheLeft ? Cond->getOpcode()
                : BinaryOperator::reverseComparisonOp(Cond->getOpcode());
  LinearForm Limit =
      linearForm(OnTheLeft ? Cond->getRHS() : Cond->getLHS(), Defs, Ctx);
  if (Opcode == BO_LE)
    Limit.Constant += 1;
  return (Opcode == BO_LT || Opcode == BO_LE) && Limit.key() == Pitch.key();
}

void splitRows(std::vector<LinearForm> &Forms, int64_t Width,
               llvm::ArrayRef<const ForStmt *> Loops,
               llvm::ArrayRef<const VarDecl *> Counters,
               const Definitions &Defs, const ASTContext &Ctx) {
  if (Forms.empty() || Width > 1)
    return;
  LinearForm &Whole = Forms.back();
  for (const auto &[ProductName, T] : Whole.Terms) {
    if (!T.Multiplied)
      continue;
    for (auto [Loop, Column] : llvm::zip_equal(Loops, Counters)) {
      auto It = Whole.Terms.find(linearKey(Column));
      // What else moves would shift the rows.
      if (It == Whole.Terms.end() ||
          std::abs(It->second.Factor) != std::abs(T.Factor) ||
          llvm::any_of(Whole.Terms, [&](const auto &Term) {
            return Term.first != ProductName && Term.first != It->first &&
                   llvm::any_of(Counters, [&](const VarDecl *Counter) {
                     return Term.second.Vars.count(Counter);
                   });
          }))
        continue;
      for (auto [Row, Pitch] :
           {std::pair(&T.Multiplied->Left, &T.Multiplied->Right),
            std::pair(&T.Multiplied->Right, &T.Multiplied->Left)}) {
        const VarSet OfRow = Row->vars(), OfPitch = Pitch->vars();
        if (OfRow.count(Column) ||
            llvm::any_of(Counters,
                         [&](const VarDecl *Counter) {
                           return OfPitch.count(Counter);
                         }) ||
            !countsColumns(*Loop, *Column, *Pitch, Defs, Ctx))
          continue;
        LinearForm Columns;
        Columns.Terms[It->first] = It->second;
        LinearForm Rows = *Row;
        Forms.back() = std::move(Rows);
        Forms.push_back(std::move(Columns));
        return;
      }
    }
  }
}

} // namespace cudapipe
