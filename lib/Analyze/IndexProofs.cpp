//===- IndexProofs.cpp - What conditions and headers say of subscripts ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBounds.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"

using namespace clang;

namespace cudapipe {

/// \p X >= 0: gives every atom that stands alone in it a bound.
void IndexBounds::assumeNonNegative(const Polynomial &X) {
  for (Polynomial::Atom A : X.atoms()) {
    Polynomial Rest, Factor;
    if (!X.split(A, Rest, Factor) || !Factor.isConstant())
      continue;
    int64_t By = Factor.constant();
    if (By == 1)
      Atoms[A].Lower.push_back(Polynomial() - Rest);
    else if (By == -1)
      Atoms[A].Upper.push_back(Rest);
    else if (By < 0 && By > INT32_MIN && Rest.isConstant() &&
             Rest.constant() >= 0)
      Atoms[A].Upper.push_back(Rest.constant() / -By);
  }
}

void IndexBounds::assume(Place &P, const Expr *Cond, bool Holds) {
  Cond = Cond->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Cond);
      Not && Not->getOpcode() == UO_LNot)
    return assume(P, Not->getSubExpr(), !Holds);
  const auto *Op = dyn_cast<BinaryOperator>(Cond);
  if (!Op)
    return;
  if (Op->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
    assume(P, Op->getLHS(), Holds);
    return assume(P, Op->getRHS(), Holds);
  }
  const Expr *Left = Op->getLHS(), *Right = Op->getRHS();
  if (!Op->isComparisonOp() || Left->isTypeDependent() ||
      Right->isTypeDependent() || !Left->getType()->isIntegerType() ||
      !Right->getType()->isIntegerType())
    return;
  Polynomial L = value(Left, P), R = value(Right, P);
  // What has wrapped around compares as something else.
  for (auto [Side, X] : {std::pair(Left, &L), std::pair(Right, &R)})
    if (isUnsigned(Side) && !isNonNegative(*X))
      return;
  BinaryOperatorKind Kind =
      Holds ? Op->getOpcode()
            : BinaryOperator::negateComparisonOp(Op->getOpcode());
  auto IsBelow = [&](const Polynomial &Less, const Polynomial &More,
                     bool Same) {
    assumeNonNegative(More - Less - (Same ? 0 : 1));
    if (const Polynomial *Whole = unwrapped(More))
      assumeNonNegative(*Whole - Less - (Same ? 0 : 1));
  };
  if (Kind == BO_LT || Kind == BO_LE || Kind == BO_EQ)
    IsBelow(L, R, Kind != BO_LT);
  if (Kind == BO_GT || Kind == BO_GE || Kind == BO_EQ)
    IsBelow(R, L, Kind != BO_GT);
}

void IndexBounds::assumeAtMost(const Expr *E, int64_t Most, const Place &P) {
  assumeNonNegative(Polynomial(Most) - value(E, P));
}

/// +1 if \p Inc can only make \p Var larger, -1 if smaller, else 0.
static int direction(const Expr *Inc, const VarDecl *Var,
                     llvm::function_ref<bool(const Expr *)> IsNonNegative) {
  Inc = Inc ? Inc->IgnoreParenImpCasts() : nullptr;
  auto Names = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Var;
  };
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Inc);
      Op && Op->isIncrementDecrementOp() && Names(Op->getSubExpr()))
    return Op->isIncrementOp() ? 1 : -1;
  const auto *Op = dyn_cast_or_null<BinaryOperator>(Inc);
  if (!Op || !Op->isAssignmentOp() || !Names(Op->getLHS()) ||
      !Op->getRHS()->getType()->isIntegerType())
    return 0;
  switch (Op->getOpcode()) {
  case BO_AddAssign:
    return IsNonNegative(Op->getRHS()) ? 1 : 0;
  case BO_SubAssign:
    return IsNonNegative(Op->getRHS()) ? -1 : 0;
  default:
    return 0;
  }
}

void IndexBounds::enter(Place &P, const ForStmt &Loop, bool Holds) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  if (!Decls)
    return;
  std::vector<std::tuple<const VarDecl *, int64_t, int64_t>> Stepping;
  for (const Decl *D : Decls->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->getInit() || !Var->getType()->isIntegerType() ||
        changes(Loop.getBody(), *Var) || changes(Decls, *Var) ||
        (Loop.getCond() && changes(Loop.getCond(), *Var)))
      continue;
    Polynomial Start = value(Var->getInit(), P);
    int Way = direction(Loop.getInc(), Var, [&](const Expr *Step) {
      // To add 2^32 - 1 to an unsigned counter is to go down by one.
      Polynomial By = value(Step, P);
      std::optional<Interval> R = range(By);
      return isNonNegative(By) &&
             (!R || Ctx.getTypeSize(Var->getType()) > 32 ||
              R->High >> (Ctx.getTypeSize(Var->getType()) - 1) == 0);
    });
    Polynomial::Atom Counter = fresh();
    if (Way > 0)
      Atoms[Counter].Lower.push_back(Start);
    if (Way < 0)
      Atoms[Counter].Upper.push_back(Start);
    if (Var->getType()->isUnsignedIntegerType())
      Atoms[Counter].Lower.push_back(0);
    P.Counters[Var] = Counter;
    const auto *Op = dyn_cast_or_null<CompoundAssignOperator>(Loop.getInc());
    std::optional<int64_t> Step =
        Op && Way > 0 ? constantValue(Op->getRHS(), Ctx) : std::nullopt;
    if (Step && *Step > 1 && Start.isConstant())
      Stepping.emplace_back(Var, Start.constant(), *Step);
  }
  if (!Loop.getCond() || !Holds)
    return;
  assume(P, Loop.getCond(), true);
  // for (int k = 0; k < 512; k += 64): 448 is the last.
  for (auto [Var, Start, Step] : Stepping) {
    Polynomial::Atom Counter = P.Counters[Var];
    if (std::optional<Interval> R = range(Polynomial::atom(Counter));
        R && R->High >= Start)
      Atoms[Counter].Upper.push_back(Start + (R->High - Start) / Step * Step);
  }
}

std::optional<Interval> IndexBounds::range(const Polynomial &X,
                                           unsigned Depth) {
  if (!X.isValid() || Depth > 6)
    return std::nullopt;
  auto Clamp = [](__int128 Value) -> std::optional<int64_t> {
    return Value < INT64_MIN / 4 || Value > INT64_MAX / 4
               ? std::nullopt
               : std::optional(int64_t(Value));
  };
  Interval Sum{0, 0};
  for (const auto &[Product, Number] : X.terms()) {
    Interval Term{Number, Number};
    for (Polynomial::Atom A : Product) {
      std::optional<int64_t> Low, High;
      for (const Polynomial &L : Atoms[A].Lower)
        if (auto R = range(L, Depth + 1))
          Low = Low ? std::max(*Low, R->Low) : R->Low;
      for (const Polynomial &U : Atoms[A].Upper)
        if (auto R = range(U, Depth + 1))
          High = High ? std::min(*High, R->High) : R->High;
      if (!Low || !High)
        return std::nullopt;
      __int128 Ends[] = {__int128(Term.Low) * *Low, __int128(Term.Low) * *High,
                         __int128(Term.High) * *Low,
                         __int128(Term.High) * *High};
      auto Least = Clamp(*std::min_element(Ends, Ends + 4)),
           Most = Clamp(*std::max_element(Ends, Ends + 4));
      if (!Least || !Most)
        return std::nullopt;
      Term = {*Least, *Most};
    }
    auto Low = Clamp(__int128(Sum.Low) + Term.Low),
         High = Clamp(__int128(Sum.High) + Term.High);
    if (!Low || !High)
      return std::nullopt;
    Sum = {*Low, *High};
  }
  return Sum;
}

bool IndexBounds::isNonNegative(const Polynomial &X) {
  // One question may ask others on its way.
  unsigned Before = std::exchange(Budget, 5000);
  auto FailedBefore = std::exchange(Failed, {});
  bool Out = prove(X, 0);
  Budget = Before;
  Failed = std::move(FailedBefore);
  return Out;
}

/// Replaces one atom after the other by a bound that makes \p X no larger.
bool IndexBounds::prove(const Polynomial &X, unsigned Depth) {
  if (!X.isValid() || Budget == 0 || Depth > MaxDepth)
    return false;
  --Budget;
  if (X.isConstant())
    return X.constant() >= 0;
  // Several ways lead to one sum.
  if (auto Known = Failed.find(X.terms());
      Known != Failed.end() && Known->second <= Depth)
    return false;
  if (std::optional<Interval> R = range(X))
    if (R->Low >= 0)
      return true;
  // Counters are younger than what bounds them.
  std::set<Polynomial::Atom> All = X.atoms();
  for (auto It = All.rbegin(); It != All.rend(); ++It) {
    Polynomial Rest, Factor;
    const Bounds Mine = Atoms[*It];
    if (!X.split(*It, Rest, Factor))
      continue;
    if (!(Mine.Lower.empty() && Mine.Either.empty()) &&
        prove(Factor, Depth + 1)) {
      for (const Polynomial &L : Mine.Lower)
        if (!L.atoms().count(*It) && prove(Rest + Factor * L, Depth + 1))
          return true;
      for (const auto &[L, R] : Mine.Either)
        if (prove(Rest + Factor * L, Depth + 1) &&
            prove(Rest + Factor * R, Depth + 1))
          return true;
    }
    if (!Mine.Upper.empty() && prove(Polynomial() - Factor, Depth + 1))
      for (const Polynomial &U : Mine.Upper)
        if (!U.atoms().count(*It) && prove(Rest + Factor * U, Depth + 1))
          return true;
  }
  Failed[X.terms()] = Depth;
  return false;
}

} // namespace cudapipe
