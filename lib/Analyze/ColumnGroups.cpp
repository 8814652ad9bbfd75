//===- ColumnGroups.cpp - The group of columns that an access lies in -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Skewed columns come in groups of 128 bytes. `Bs[k][tx * 8 + j]`, j < 8, lies
// in the group of `tx * 8`: that is a multiple of 8, so are the ends of groups,
// and j goes no further than the next multiple. So the element moves with
// `tx * 8`, and `skewed(tx * 8) + j` is where it is.
//
//===----------------------------------------------------------------------===//

#include "LayoutReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// As large as anybody needs.
static constexpr uint64_t MaxPower = uint64_t(1) << 20;

static bool isNumber(QualType Type) {
  return !Type->isDependentType() && Type->isIntegralOrEnumerationType() &&
         !Type->isBooleanType();
}

static uint64_t lowestBit(uint64_t N) {
  return N == 0 ? MaxPower : std::min(N & -N, MaxPower);
}

/// \p S stands in the body of \p Loop: a counter is only there what it counts.
static bool isInBody(const Stmt &S, const ForStmt &Loop,
                     const SourceManager &SM) {
  SourceLocation At = SM.getExpansionLoc(S.getBeginLoc()),
                 Begin = SM.getExpansionLoc(Loop.getBody()->getBeginLoc()),
                 End = SM.getExpansionLoc(Loop.getBody()->getEndLoc());
  return !SM.isBeforeInTranslationUnit(At, Begin) &&
         !SM.isBeforeInTranslationUnit(End, At);
}

/// A power of two that the integer \p E is always a multiple of. That holds in
/// arithmetic that wraps around, too.
uint64_t LayoutReader::powerOfTwoIn(const Expr *E, const TileUse &Use,
                                    unsigned Depth) const {
  E = E->IgnoreParens();
  if (Depth > 16 || !isNumber(E->getType()))
    return 1;
  if (std::optional<int64_t> N = constantValue(E, Ctx))
    return lowestBit(*N);
  auto Of = [&](const Expr *Part) {
    return powerOfTwoIn(Part, Use, Depth + 1);
  };
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Of(Full->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    CastKind Kind = Cast->getCastKind();
    return Kind == CK_IntegralCast || Kind == CK_LValueToRValue ||
                   Kind == CK_NoOp
               ? Of(Cast->getSubExpr())
               : 1;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return std::min(Of(Choice->getTrueExpr()), Of(Choice->getFalseExpr()));
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    uint64_t L = Of(Op->getLHS()), R = Of(Op->getRHS());
    std::optional<int64_t> By = constantValue(Op->getRHS(), Ctx);
    switch (Op->getOpcode()) {
    case BO_Add:
    case BO_Sub:
    case BO_Rem:
    case BO_Or:
    case BO_Xor:
      return std::min(L, R);
    case BO_And:
      return std::max(L, R);
    case BO_Mul:
      return std::min(L * R, MaxPower);
    case BO_Shl:
      return By && *By >= 0 && *By < 20 ? std::min(L << *By, MaxPower) : L;
    default:
      return 1;
    }
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->hasLocalStorage() || !isNumber(Var->getType()) ||
      Var->getType().isVolatileQualified())
    return 1;
  const auto *Param = dyn_cast<ParmVarDecl>(Var);
  if (isNeverChanged(*Var)) {
    auto It = Use.Scope->Defs.find(Var);
    if (Param)
      return It != Use.Scope->Defs.end() ? Of(It->second) : 1;
    return Var->getInit() ? Of(Var->getInit()) : 1;
  }
  for (auto [Up, Inner] : around(Use))
    if (const auto *For = dyn_cast<ForStmt>(Up);
        For && isInBody(*E, *For, Ctx.getSourceManager()))
      if (std::optional<CountedLoop> Counted = countedLoop(*For, Ctx);
          Counted && Counted->Var == Var && !Counted->Symbolic &&
          !changes(For->getBody(), *Var))
        return std::min(Of(Counted->Start),
                        lowestBit(std::abs(Counted->StepValue)));
  return 1;
}

namespace {

/// What is added to a part of a subscript to make it the whole.
struct Addend {
  const Expr *E;
  int64_t Sign;
};

} // namespace

/// Calls \p Visit for \p E and all terms and partial sums in it, the smallest
/// first, each with the rest of the sum. Sums that may wrap around are not
/// taken apart.
static void forEachPart(
    const Expr *E, std::vector<Addend> Rest, IndexBounds &Bounds,
    const IndexBounds::Place &P, const ASTContext &Ctx,
    llvm::function_ref<void(const Expr *, llvm::ArrayRef<Addend>)> Visit) {
  const Expr *Sum = E;
  while (true) {
    Sum = Sum->IgnoreParens();
    const auto *Cast = dyn_cast<ImplicitCastExpr>(Sum);
    if (!Cast || Cast->getCastKind() != CK_IntegralCast ||
        Ctx.getTypeSize(Cast->getType()) <
            Ctx.getTypeSize(Cast->getSubExpr()->getType()) ||
        !Bounds.isNonNegative(Bounds.value(Cast->getSubExpr(), P)))
      break;
    Sum = Cast->getSubExpr();
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(Sum);
      Op && Op->isAdditiveOp() && isNumber(Op->getType())) {
    bool Adds = Op->getOpcode() == BO_Add;
    Polynomial L = Bounds.value(Op->getLHS(), P),
               R = Bounds.value(Op->getRHS(), P);
    std::optional<Interval> Whole = Bounds.range(Adds ? L + R : L - R);
    bool Wraps = Op->getType()->isUnsignedIntegerType() &&
                 (!Whole || Whole->Low < 0 || Whole->High > INT32_MAX);
    if (!Wraps) {
      std::vector<Addend> Left = Rest, Right = Rest;
      Left.push_back({Op->getRHS(), Adds ? 1 : -1});
      forEachPart(Op->getLHS(), std::move(Left), Bounds, P, Ctx, Visit);
      Right.push_back({Op->getLHS(), 1});
      if (Adds)
        forEachPart(Op->getRHS(), std::move(Right), Bounds, P, Ctx, Visit);
    }
  }
  Visit(E, Rest);
}

/// Finds the parts of the subscript of \p Use that name its group.
void LayoutReader::addGroups(const TileUse &Use, IndexBounds &Bounds,
                             const IndexBounds::Place &P,
                             TileAccess &Access) const {
  const SourceManager &SM = Ctx.getSourceManager();
  int64_t Element = Out.ElementBytes;
  for (const AddressTerm &Move : Use.At.Moves)
    Access.Moves.push_back(Move.E);
  if (Use.Matrix || SkewGroupBytes % Element || Use.Bytes > 16)
    return;
  /// The access starts at least \p From, and ends below \p End.
  auto IsBelow = [&](const Polynomial &From, int64_t End) {
    return Bounds.isNonNegative(From) &&
           Bounds.isNonNegative(Polynomial(End) - From - int64_t(Use.Bytes));
  };
  auto Sum = [&](const AddressTerm *Without) {
    Polynomial Out;
    for (const AddressTerm &Move : Use.At.Moves)
      if (&Move != Without)
        Out = Out + Bounds.value(Move.E, P) * Polynomial(Move.Scale);
    return Out;
  };
  if (IsBelow(Sum(nullptr), SkewGroupBytes))
    Access.Groups.push_back({});
  SourceRange Body = Function.getBody()->getSourceRange();
  for (const AddressTerm &Move : Use.At.Moves) {
    SourceLocation At = SM.getExpansionLoc(Move.E->getBeginLoc());
    if (Move.Scale != Element || !isNumber(Move.E->getType()) ||
        SM.isBeforeInTranslationUnit(At, Body.getBegin()) ||
        SM.isBeforeInTranslationUnit(Body.getEnd(), At))
      continue;
    forEachPart(Move.E, {}, Bounds, P, Ctx,
                [&](const Expr *Part, llvm::ArrayRef<Addend> Rest) {
                  Polynomial Further = Sum(&Move);
                  for (const Addend &Other : Rest)
                    Further = Further + Bounds.value(Other.E, P) *
                                            Polynomial(Other.Sign * Element);
                  int64_t End = std::min<int64_t>(
                      powerOfTwoIn(Part, Use) * Element, SkewGroupBytes);
                  if (IsBelow(Further, End))
                    Access.Groups.push_back({Move.E, Part});
                });
  }
}

} // namespace cudapipe
