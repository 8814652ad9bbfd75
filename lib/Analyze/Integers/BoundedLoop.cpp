//===- BoundedLoop.cpp - How often a copy loop runs at most ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last tile is shorter, and its copy loops stop earlier. A limit of them
// that is a constant at most bounds their trips all the same; the condition is
// then asked in each trip up to there. That is right if it stays false once it
// has been: the counter only grows, and the rest of it does not change.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/BoundedLoop.h"
#include "Analyze/Loop/LoopStep.h"
#include "UpperLimit.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// \p E is made of constants, indices of the thread, and variables that \p Body
/// leaves alone.
static bool staysInLoop(const Stmt *E, const Stmt *Body,
                        const ASTContext &Ctx) {
  if (!E)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return !Var ||
           (Var->hasLocalStorage() && !changes(Body, *Var) &&
            !Var->getType()->isReferenceType()) ||
           Var->getType().isConstQualified();
  }
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    return isNonNegative(Pseudo, Ctx);
  const auto *Call = dyn_cast<CallExpr>(E);
  if (Call && operandsOfMin(Call, Ctx))
    return llvm::all_of(Call->arguments(), [&](const Expr *Arg) {
      return staysInLoop(Arg, Body, Ctx);
    });
  if (Call || isa<ArraySubscriptExpr, CXXConstructExpr, LambdaExpr>(E))
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(E); Member && Member->isArrow())
    return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && (Op->getOpcode() == UO_Deref || Op->isIncrementDecrementOp()))
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(E); Op && Op->isAssignmentOp())
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return staysInLoop(Child, Body, Ctx);
  });
}

/// \p E is larger for larger \p Var: it or a sum with it.
static bool growsWith(const Expr *E, const VarDecl *Var,
                      const ASTContext &Ctx) {
  E = E->IgnoreParenImpCasts();
  if (isVar(E, Var))
    return true;
  const auto *Op = dyn_cast<BinaryOperator>(E);
  // Unsigned sums start again from zero.
  if (!Op || Op->getOpcode() != BO_Add ||
      (Op->getType()->isUnsignedIntegerType() &&
       Ctx.getTypeSize(Op->getType()) < 64))
    return false;
  bool Left = mentions(Op->getLHS(), Var), Right = mentions(Op->getRHS(), Var);
  return Left != Right &&
         growsWith(Left ? Op->getLHS() : Op->getRHS(), Var, Ctx);
}

/// \p E is \p Var, which starts at zero or above, or more by numbers: what is
/// compared without a sign is neither below zero nor wraps around.
static bool isMoreByNumbers(const Expr *E, const VarDecl *Var,
                            const ASTContext &Ctx) {
  constexpr int64_t Most = int64_t(1) << 28;
  E = E->IgnoreParenImpCasts();
  if (isVar(E, Var))
    return Var->getType()->isUnsignedIntegerType() ||
           (initialValue(*Var) && isNonNegative(initialValue(*Var), Ctx));
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->getOpcode() != BO_Add)
    return false;
  const bool Left = mentions(Op->getLHS(), Var);
  const std::optional<int64_t> By =
      constantValue(Left ? Op->getRHS() : Op->getLHS(), Ctx);
  return By && *By >= 0 && *By <= Most &&
         isMoreByNumbers(Left ? Op->getLHS() : Op->getRHS(), Var, Ctx);
}

namespace {

/// `Less < Limit`, or `Less <= Limit`.
struct LimitedBy {
  const Expr *Less, *Limit;
  bool Below;
};

} // namespace

/// Takes \p Cond apart into what limits \p Var. False if a part of it may
/// become true again for a greater Var.
static bool readLimits(const Expr *Cond, const VarDecl *Var,
                       const ASTContext &Ctx,
                       llvm::SmallVectorImpl<LimitedBy> &Out) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!Op)
    return false;
  if (Op->getOpcode() == BO_LAnd)
    return readLimits(Op->getLHS(), Var, Ctx, Out) &&
           readLimits(Op->getRHS(), Var, Ctx, Out);
  if (!Op->isRelationalOp())
    return false;
  bool LessFirst = Op->getOpcode() == BO_LT || Op->getOpcode() == BO_LE;
  const Expr *Less = LessFirst ? Op->getLHS() : Op->getRHS();
  const Expr *Limit = LessFirst ? Op->getRHS() : Op->getLHS();
  if (!Less->getType()->isIntegerType() || !growsWith(Less, Var, Ctx) ||
      mentions(Limit, Var) ||
      (Less->getType()->isUnsignedIntegerType() &&
       !isMoreByNumbers(Less, Var, Ctx)))
    return false;
  Out.push_back(
      {Less, Limit, Op->getOpcode() == BO_LT || Op->getOpcode() == BO_GT});
  return true;
}

bool staysFalse(const ForStmt &Loop, const VarDecl *Var,
                const ASTContext &Ctx) {
  llvm::SmallVector<LimitedBy, 2> Limits;
  return staysInLoop(Loop.getCond(), Loop.getBody(), Ctx) &&
         readLimits(Loop.getCond(), Var, Ctx, Limits);
}

std::optional<BoundedLoop> boundedLoop(const ForStmt &Loop,
                                       const ASTContext &Ctx,
                                       const BlockShape &Block) {
  if (std::optional<CountedLoop> Counted = countedLoop(Loop, Ctx, Block))
    return BoundedLoop{*Counted};
  std::optional<CountedLoop> Stepping = readStepping(Loop, Ctx, Block);
  const Expr *Cond = Loop.getCond();
  if (!Stepping || Stepping->Symbolic || Stepping->countsDown() || !Cond ||
      dependsOnTemplate(Cond) || changes(Loop.getBody(), *Stepping->Var) ||
      !staysInLoop(Cond, Loop.getBody(), Ctx))
    return std::nullopt;
  std::optional<BoundedLoop> Out = BoundedLoop{*Stepping};
  std::optional<int64_t> Start = constantValue(Out->Start, Ctx);
  Out->ConstantStart = Start.has_value();
  Out->StartValue = Start.value_or(0);
  if (Start ? *Start < 0 : !isNonNegative(Out->Start, Ctx))
    return std::nullopt;
  UpperLimitReader Limits(Loop, Ctx, Block);
  llvm::SmallVector<LimitedBy, 2> Parts;
  if (!readLimits(Cond, Out->Var, Ctx, Parts))
    return std::nullopt;
  // The least that is known.
  for (const LimitedBy &Part : Parts)
    if (auto Most = Part.Below && isVar(Part.Less, Out->Var)
                        ? Limits.read(Part.Limit)
                        : std::nullopt;
        Most && (!Out->Limit || Most->first < Out->LimitValue)) {
      Out->LimitValue = Most->first;
      Out->Limit = Most->second;
    }
  if (!Out->Limit)
    return std::nullopt;
  Out->Guard = Cond;
  Out->Replaced = std::move(Limits.Replaced);
  Out->OfBlock = std::move(Limits.OfBlock);
  if (Out->LimitValue > greatestOf(Out->Var->getType(), Ctx) - Out->StepValue)
    return std::nullopt;
  if (Out->LimitValue > Out->StartValue)
    Out->Trips = (Out->LimitValue - Out->StartValue + Out->StepValue - 1) /
                 Out->StepValue;
  return Out->Trips > MaxTrips ? std::nullopt : Out;
}

} // namespace cudapipe
