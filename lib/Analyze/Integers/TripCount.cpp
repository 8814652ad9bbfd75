//===- TripCount.cpp - How often a copy loop runs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/TripCount.h"
#include "Analyze/Loop/LoopStep.h"
#include "Analyze/Threads/BlockQuery.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/PerAst.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

std::optional<int64_t> constantValue(const Expr *E, const ASTContext &Ctx) {
  if (!E || E->isValueDependent() || E->isTypeDependent() ||
      !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  struct Told : llvm::DenseMap<const Expr *, std::optional<int64_t>> {};
  auto [It, IsNew] = perAst<Told>(Ctx).try_emplace(E);
  Expr::EvalResult Result;
  if (IsNew && E->EvaluateAsInt(Result, Ctx, Expr::SE_NoSideEffects))
    It->second = Result.Val.getInt().tryExtValue();
  return It->second;
}

/// \p Left Op \p Right, of numbers from 0 to 2^31.
static std::optional<int64_t> computed(BinaryOperatorKind Op, int64_t Left,
                                       int64_t Right) {
  switch (Op) {
  case BO_Add:
    return Left + Right;
  case BO_Sub:
    return Left - Right;
  case BO_Mul:
    return Left * Right;
  case BO_Div:
    return Right == 0 ? std::nullopt : std::optional(Left / Right);
  case BO_Rem:
    return Right == 0 ? std::nullopt : std::optional(Left % Right);
  case BO_Shl:
    return Right > 30 ? std::nullopt : std::optional(Left << Right);
  case BO_Shr:
    return Right > 30 ? std::nullopt : std::optional(Left >> Right);
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> knownValue(const Expr *E, const ASTContext &Ctx,
                                  unsigned Depth) {
  if (std::optional<int64_t> Value = constantValue(E, Ctx))
    return Value;
  if (!E || Depth > 16 || !E->getType()->isIntegerType() ||
      E->getType()->isBooleanType())
    return std::nullopt;
  std::optional<int64_t> Value;
  if (const auto *Paren = dyn_cast<ParenExpr>(E)) {
    Value = knownValue(Paren->getSubExpr(), Ctx, Depth + 1);
  } else if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_IntegralCast ||
        Cast->getCastKind() == CK_LValueToRValue ||
        Cast->getCastKind() == CK_NoOp)
      Value = knownValue(Cast->getSubExpr(), Ctx, Depth + 1);
  } else if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    std::optional<int64_t> Left = knownValue(Op->getLHS(), Ctx, Depth + 1);
    std::optional<int64_t> Right = knownValue(Op->getRHS(), Ctx, Depth + 1);
    auto IsSmall = [](std::optional<int64_t> N) {
      return N && *N >= 0 && *N < (int64_t(1) << 31);
    };
    if (IsSmall(Left) && IsSmall(Right))
      Value = computed(Op->getOpcode(), *Left, *Right);
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && Var->getType()->isIntegerType() && isNeverChanged(*Var))
      Value = knownValue(initialValue(*Var), Ctx, Depth + 1);
  }
  // A conversion on the way must keep the value.
  return Value && *Value >= 0 && *Value < (int64_t(1) << 31) &&
                 *Value <= greatestOf(E->getType(), Ctx)
             ? Value
             : std::nullopt;
}

/// On the way from \p E to its value a signed type of few bits may make a large
/// number negative.
static bool isNarrowed(const Expr *E, const ASTContext &Ctx) {
  for (const auto *Cast = dyn_cast<ImplicitCastExpr>(E->IgnoreParens()); Cast;
       Cast = dyn_cast<ImplicitCastExpr>(Cast->getSubExpr()->IgnoreParens())) {
    QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
    if (Cast->getCastKind() == CK_IntegralCast &&
        To->isSignedIntegerOrEnumerationType() && Ctx.getTypeSize(To) < 32 &&
        Ctx.getTypeSize(To) <= Ctx.getTypeSize(From))
      return true;
  }
  return false;
}

bool isNonNegative(const Expr *E, const ASTContext &Ctx, unsigned Depth) {
  if (std::optional<int64_t> Value = constantValue(E, Ctx))
    return *Value >= 0;
  if (Depth > 8 || isNarrowed(E, Ctx))
    return false;
  E = E->IgnoreParenImpCasts();
  // `static_cast<int>(threadIdx.x)`
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
    const QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
    return To->isIntegralOrEnumerationType() &&
           From->isIntegralOrEnumerationType() &&
           (To->isUnsignedIntegerType() || Ctx.getTypeSize(To) >= 32) &&
           isNonNegative(Cast->getSubExpr(), Ctx, Depth + 1);
  }
  // The built-in indices: below 2^31 each (Programming Guide, table of
  // technical specifications).
  if (isa<PseudoObjectExpr>(E))
    return E->getType()->isUnsignedIntegerType();
  if (BlockQuery Asked = blockQuery(E);
      Asked == BlockQuery::Rank || Asked == BlockQuery::Size)
    return true;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (blockQuery(Member->getBase()) != BlockQuery::None)
      return true;
    if (const auto *Base =
            dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts()))
      if (const IdentifierInfo *Id = Base->getDecl()->getIdentifier())
        return Id->getName() == "threadIdx" || Id->getName() == "blockIdx" ||
               Id->getName() == "blockDim";
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    switch (Op->getOpcode()) {
    case BO_Add:
    case BO_Mul:
    case BO_Div:
    case BO_Rem:
    case BO_Shr:
      return isNonNegative(Op->getLHS(), Ctx, Depth + 1) &&
             isNonNegative(Op->getRHS(), Ctx, Depth + 1);
    default:
      return false;
    }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return initialValue(*Var) && isNeverChanged(*Var) &&
             isNonNegative(initialValue(*Var), Ctx, Depth + 1);
  return false;
}

int64_t greatestOf(QualType Type, const ASTContext &Ctx) {
  if (Type->isDependentType() || Ctx.getTypeSize(Type) >= 64)
    return INT64_MAX;
  return (int64_t(1) << (Ctx.getTypeSize(Type) -
                         Type->isSignedIntegerOrEnumerationType())) -
         1;
}

namespace {

/// `Var + Offset` or `Var` on one side of a comparison with a constant.
struct Bound {
  int64_t Offset = 0, Limit = 0;
  BinaryOperatorKind Opcode = BO_LT;
  const Expr *PlainLimit = nullptr;
  const Expr *LimitExpr = nullptr;
};

std::optional<int64_t> offsetFrom(const Expr *E, const VarDecl *Var,
                                  const ASTContext &Ctx) {
  E = E->IgnoreParenImpCasts();
  if (isVar(E, Var))
    return 0;
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->getOpcode() != BO_Add)
    return std::nullopt;
  if (isVar(Op->getLHS(), Var))
    return constantValue(Op->getRHS(), Ctx);
  if (isVar(Op->getRHS(), Var))
    return constantValue(Op->getLHS(), Ctx);
  return std::nullopt;
}

std::optional<Bound> readBound(const Expr *Cond, const VarDecl *Var,
                               const ASTContext &Ctx) {
  const auto *Op =
      Cond ? dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts()) : nullptr;
  if (!Op || !(Op->isRelationalOp() || Op->getOpcode() == BO_NE))
    return std::nullopt;
  const Expr *Left = Op->getLHS(), *Right = Op->getRHS();
  BinaryOperatorKind Opcode = Op->getOpcode();
  std::optional<int64_t> Offset = offsetFrom(Left, Var, Ctx);
  if (!Offset) { // limit > Var
    std::swap(Left, Right);
    Opcode = BinaryOperator::reverseComparisonOp(Opcode);
    Offset = offsetFrom(Left, Var, Ctx);
  }
  std::optional<int64_t> Limit = knownValue(Right, Ctx);
  if (!Offset || !Limit)
    return std::nullopt;
  Bound B{*Offset, *Limit, Opcode, nullptr, Right};
  if ((Opcode == BO_LT || Opcode == BO_LE) && *Offset == 0)
    B.PlainLimit = Right;
  return B;
}

bool isMet(const Bound &B, int64_t Value) {
  int64_t Left = Value + B.Offset;
  switch (B.Opcode) {
  case BO_LT:
    return Left < B.Limit;
  case BO_LE:
    return Left <= B.Limit;
  case BO_GT:
    return Left > B.Limit;
  case BO_GE:
    return Left >= B.Limit;
  default:
    return Left != B.Limit;
  }
}

} // namespace

/// `Var < Limit`, `Var <= Limit` or `Var + Step <= Limit` over template
/// parameters.
static std::optional<CountedLoop> symbolicLoop(CountedLoop Out,
                                               const ASTContext &Ctx) {
  const Expr *Cond = Out.Loop->getCond();
  const auto *Op =
      Cond ? dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts()) : nullptr;
  if (!Op || !isTemplateConstant(Op->getRHS(), Ctx))
    return std::nullopt;
  Out.Symbolic = true;
  std::optional<int64_t> Start = constantValue(Out.Start, Ctx);
  Out.ConstantStart = Start.has_value();
  Out.StartValue = Start.value_or(0);
  if (Start ? *Start != 0 : !isNonNegative(Out.Start, Ctx))
    return std::nullopt;
  if ((Op->getOpcode() == BO_LT || Op->getOpcode() == BO_LE) &&
      isVar(Op->getLHS(), Out.Var)) {
    Out.Limit = Op->getRHS();
    Out.ToLimit = Op->getOpcode() == BO_LE;
    return Out;
  }
  const auto *Sum =
      dyn_cast<BinaryOperator>(Op->getLHS()->IgnoreParenImpCasts());
  if (Op->getOpcode() != BO_LE || !Sum || Sum->getOpcode() != BO_Add ||
      !isVar(Sum->getLHS(), Out.Var) || !Out.Step || !Start)
    return std::nullopt;
  llvm::FoldingSetNodeID StepId, OffsetId;
  Out.Step->IgnoreParenImpCasts()->Profile(StepId, Ctx, true);
  Sum->getRHS()->IgnoreParenImpCasts()->Profile(OffsetId, Ctx, true);
  if (StepId != OffsetId)
    return std::nullopt;
  Out.WholeSteps = Op->getRHS();
  return Out;
}

std::optional<CountedLoop> readStepping(const ForStmt &Loop,
                                        const ASTContext &Ctx,
                                        const BlockShape &Block) {
  CountedLoop Out{};
  Out.Loop = &Loop;
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit())) {
    if (!Decls->isSingleDecl())
      return std::nullopt;
    Out.Var = dyn_cast<VarDecl>(Decls->getSingleDecl());
    Out.Start = Out.Var ? Out.Var->getInit() : nullptr;
  } else if (const auto *Assign =
                 dyn_cast_or_null<BinaryOperator>(Loop.getInit())) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Assign->getLHS()->IgnoreParenImpCasts());
    if (Assign->getOpcode() != BO_Assign || !Ref)
      return std::nullopt;
    Out.Var = dyn_cast<VarDecl>(Ref->getDecl());
    Out.Start = Assign->getRHS();
  }
  if (!Out.Var || !Out.Start || !Out.Var->getType()->isIntegerType() ||
      !Loop.getInc())
    return std::nullopt;

  const Expr *Inc = Loop.getInc()->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(Inc)) {
    if (!Op->isIncrementDecrementOp() || !isVar(Op->getSubExpr(), Out.Var))
      return std::nullopt;
    Out.StepValue = Op->isIncrementOp() ? 1 : -1;
  } else if (const auto *Op = dyn_cast<BinaryOperator>(Inc)) {
    bool Down = Op->getOpcode() == BO_SubAssign;
    const Expr *Added = Op->getRHS();
    if (Op->getOpcode() == BO_Assign) {
      const auto *Sum = dyn_cast<BinaryOperator>(Added->IgnoreParenImpCasts());
      Down = Sum && Sum->getOpcode() == BO_Sub;
      if (!Sum || !Sum->isAdditiveOp() || !isVar(Sum->getLHS(), Out.Var))
        return std::nullopt;
      Added = Sum->getRHS();
    } else if (!Down && Op->getOpcode() != BO_AddAssign) {
      return std::nullopt;
    }
    if (!isVar(Op->getLHS(), Out.Var))
      return std::nullopt;
    std::optional<int64_t> Step = knownValue(Added, Ctx);
    Out.Step = Added;
    if (auto OfBlock = Step ? std::nullopt : blockValue(Out.Step, Block))
      std::tie(Step, Out.BlockStep) = std::move(*OfBlock);
    if (Step && *Step > 0)
      Out.StepValue = Down ? -*Step : *Step;
    else if (!Down && !Step && isTemplateConstant(Added, Ctx))
      Out.Symbolic = true;
    else
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  return Out;
}

std::optional<CountedLoop> countedLoop(const ForStmt &Loop,
                                       const ASTContext &Ctx,
                                       const BlockShape &Block) {
  std::optional<CountedLoop> Read = readStepping(Loop, Ctx, Block);
  if (!Read)
    return std::nullopt;
  CountedLoop Out = *Read;
  if (Out.Symbolic || dependsOnTemplate(Loop.getCond()))
    return symbolicLoop(Out, Ctx);
  std::optional<Bound> B = readBound(Loop.getCond(), Out.Var, Ctx);
  if (!B)
    return std::nullopt;
  // An unsigned counter wraps around below zero.
  if (Out.countsDown() && !Out.Var->getType()->isSignedIntegerType())
    return std::nullopt;
  Out.Limit = Out.countsDown() ? nullptr : B->PlainLimit;
  Out.ToLimit = Out.Limit && B->Opcode == BO_LE;
  if (std::optional<int64_t> Start = constantValue(Out.Start, Ctx)) {
    Out.ConstantStart = true;
    Out.StartValue = *Start;
  } else if (Out.countsDown() || !B->PlainLimit ||
             !isNonNegative(Out.Start, Ctx)) {
    return std::nullopt;
  }
  if (Out.ConstantStart && Out.StartValue == 0 && B->Opcode == BO_LE &&
      B->Offset == Out.StepValue)
    Out.WholeSteps = B->LimitExpr;
  // `i += -1` of an unsigned counter adds 2^32 - 1, and it goes down.
  int64_t Greatest = greatestOf(Out.Var->getType(), Ctx);
  int64_t Last = B->Limit - !Out.ToLimit;
  if (!Out.ConstantStart && Last >= 0 && Out.StepValue > Greatest - Last)
    return std::nullopt;
  int64_t Value = Out.StartValue;
  for (; Out.Trips <= MaxTrips && isMet(*B, Value); ++Out.Trips) {
    if (Out.StepValue > 0 && Value > Greatest - Out.StepValue)
      return std::nullopt;
    Value += Out.StepValue;
  }
  if (Out.Trips > MaxTrips)
    return std::nullopt;
  return Out;
}

} // namespace cudapipe
