//===- PlacedValues.cpp - Values that stand where they are used -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One tile ahead, the first tile is loaded for what the loop starts from, and
// each other for the next values of its variables:
//
//   if (K > 0)                             and not  { int k = 0;
//     load_tile(stage, 0);                            if (k < K) ...
//   ...
//     if (k + BK < K)                      and not  const int k_next = k + BK;
//       load_tile(stage ^ 1, k + BK);               if (k_next < K) ...
//
// A value stands for its variable where the condition compares it in the same
// type, and where it is short and not written more than twice.
//
// Further ahead, the prologue of a counter that runs from 0 by a constant needs
// no cursor, which starts behind it:
//
//   for (int stage = 0; stage < STAGES - 1; ++stage) {
//     if (stage * BK < K)
//       load_tile(stage, stage * BK);
//   ...
//   int k_load = (STAGES - 1) * BK;
//
// In the loop it stays: that test on the loop's own counter took up to 24
// registers more (nvcc 13.0, sm_80 and sm_90;
// docs/developers/performance-log.md).
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/IndexBounds.h"
#include "Builds/OtherTypes.h"
#include "Builds/TemplateSizes.h"
#include "LoopWriter.h"
#include "Spelling.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Longer ones get a name.
constexpr size_t LongestValue = 24;
constexpr size_t LongestLine = 80;

/// Constants, variables and sums of them: as cheap and as good a second time.
bool isPlain(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return (Op->isAdditiveOp() || Op->isMultiplicativeOp()) &&
           !Op->getOperatorLoc().isMacroID() && isPlain(Op->getLHS()) &&
           isPlain(Op->getRHS());
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return isPlain(Subst->getReplacement());
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return Op->getOpcode() == UO_Minus && !Op->getOperatorLoc().isMacroID() &&
           isPlain(Op->getSubExpr());
  // threadIdx.x
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return !Member->isArrow() && isPlain(Member->getBase());
  return isa<DeclRefExpr, IntegerLiteral>(E);
}

/// The comparison that \p Cond is, with \p Var as it stands as one side.
const BinaryOperator *comparisonOf(const Expr *Cond, const VarDecl *Var) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!Op || !Op->isComparisonOp() || Op->getOpcode() == BO_Cmp)
    return nullptr;
  unsigned Sides = 0;
  for (const Expr *Side : {Op->getLHS(), Op->getRHS()}) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Side->IgnoreParenImpCasts());
    Sides += Ref && Ref->getDecl() == Var;
  }
  return Sides == 1 ? Op : nullptr;
}

/// \p Cond is `Var * Step < Limit`, all of one type.
bool comparesProduct(const Expr *Cond, const VarDecl *Var,
                     const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  const auto *Product =
      Op && Op->isRelationalOp()
          ? dyn_cast<BinaryOperator>(Op->getLHS()->IgnoreImpCasts())
          : nullptr;
  const auto *Ref =
      Product && Product->getOpcode() == BO_Mul
          ? dyn_cast<DeclRefExpr>(Product->getLHS()->IgnoreImpCasts())
          : nullptr;
  return Ref && Ref->getDecl() == Var && !Ref->getBeginLoc().isMacroID() &&
         !Op->getOperatorLoc().isMacroID() &&
         !Product->getOperatorLoc().isMacroID() && isPlain(Product->getRHS()) &&
         !mentions(Product->getRHS(), Var) && !mentions(Op->getRHS(), Var) &&
         Ctx.hasSameUnqualifiedType(Var->getType(), Ctx.IntTy) &&
         llvm::all_of(
             std::initializer_list<const Expr *>{
                 Product, Op->getLHS(), Op->getRHS(),
                 Op->getRHS()->IgnoreParenImpCasts()},
             [&](const Expr *E) {
               return Ctx.hasSameUnqualifiedType(E->getType(), Ctx.IntTy);
             });
}

/// \p Cond is `Var + More < Limit`, where More has the type of the sum.
const BinaryOperator *comparedSum(const Expr *Cond, const VarDecl *Var,
                                  const ASTContext &Ctx) {
  const auto *Op = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  const auto *Sum =
      Op && Op->isRelationalOp()
          ? dyn_cast<BinaryOperator>(Op->getLHS()->IgnoreImpCasts())
          : nullptr;
  const auto *Ref = Sum && Sum->getOpcode() == BO_Add
                        ? dyn_cast<DeclRefExpr>(Sum->getLHS()->IgnoreImpCasts())
                        : nullptr;
  return Ref && Ref->getDecl() == Var && !Sum->getBeginLoc().isMacroID() &&
                 !Op->getOperatorLoc().isMacroID() &&
                 !Sum->getOperatorLoc().isMacroID() && isPlain(Sum->getRHS()) &&
                 !mentions(Sum->getRHS(), Var) &&
                 !mentions(Op->getRHS(), Var) &&
                 Ctx.hasSameUnqualifiedType(
                     Sum->getType(),
                     Sum->getRHS()->IgnoreParenImpCasts()->getType())
             ? Sum
             : nullptr;
}

/// \p E, which isPlain(), beside a sum or a comparison: as it is.
std::string operandOfSum(const Expr *E, llvm::StringRef Text) {
  const auto *Op = dyn_cast<BinaryOperator>(E->IgnoreImpCasts());
  return Op && (Op->isAdditiveOp() || Op->isMultiplicativeOp())
             ? Text.str()
             : parenthesized(E, Text);
}

/// The other side of \p Op than \p Var.
const Expr *otherSide(const BinaryOperator &Op, const VarDecl *Var) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Op.getLHS()->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == Var ? Op.getRHS() : Op.getLHS();
}

/// What `k += BK` makes has the type of k before it is stored.
bool keepsType(const Expr *Update, QualType Type, const ASTContext &Ctx) {
  Update = Update->IgnoreParens();
  if (isa<UnaryOperator>(Update))
    return Type->isPointerType() ||
           (Type->isIntegerType() &&
            Ctx.hasSameUnqualifiedType(Type,
                                       Ctx.isPromotableIntegerType(Type)
                                           ? Ctx.getPromotedIntegerType(Type)
                                           : Type));
  if (const auto *Op = dyn_cast<CompoundAssignOperator>(Update))
    return !Op->getComputationResultType().isNull() &&
           Ctx.hasSameUnqualifiedType(Op->getComputationResultType(), Type);
  const auto *Op = dyn_cast<BinaryOperator>(Update);
  return Op && Ctx.hasSameUnqualifiedType(
                   Op->getRHS()->IgnoreParenImpCasts()->getType(), Type);
}

} // namespace

/// `0u` for `unsigned k = 0`: compared as k is. Empty: it is no such literal.
static std::string unsignedLiteral(const Expr &Start, const VarDecl &Var,
                                   llvm::StringRef Text,
                                   const ASTContext &Ctx) {
  const bool IsPlain = llvm::all_of(Text, isDigit);
  return isa<IntegerLiteral>(Start.IgnoreParenImpCasts()) && IsPlain &&
                 Ctx.hasSameUnqualifiedType(Var.getType(), Ctx.UnsignedIntTy)
             ? (Text + "u").str()
             : "";
}

/// \p Start may stand for \p Var in the loop's condition.
bool LoopWriter::comparesAs(const Expr &Start, const VarDecl &Var) const {
  if (!mentions(M.Header.Cond, &Var))
    return true;
  const BinaryOperator *Op = comparisonOf(M.Header.Cond, &Var);
  const Expr *Value = Start.IgnoreParenImpCasts();
  // 0 times any step is 0.
  if (!Op && !M.Header.CondStep && !M.Header.TestsInBody &&
      comparesProduct(M.Header.Cond, &Var, Ctx))
    return isa<IntegerLiteral>(Value) &&
           cast<IntegerLiteral>(Value)->getValue().isZero() &&
           Ctx.hasSameUnqualifiedType(Value->getType(), Ctx.IntTy);
  // Nor does it change a sum.
  if (!Op && !M.Header.CondStep && !M.Header.TestsInBody &&
      comparedSum(M.Header.Cond, &Var, Ctx))
    return isa<IntegerLiteral>(Value) &&
           cast<IntegerLiteral>(Value)->getValue().isZero() &&
           !mayBeOtherType(Var);
  if (!Op || M.Header.CondStep)
    return false;
  const Expr *Other = otherSide(*Op, &Var);
  if (mentions(Other, &Var))
    return false;
  if (Ctx.hasSameUnqualifiedType(Value->getType(), Var.getType()))
    return true;
  // A literal is an int: beside a wider number, it is compared as one, too.
  const QualType Type = Other->IgnoreParenImpCasts()->getType();
  const auto *Literal = dyn_cast<IntegerLiteral>(Value);
  return Literal && Ctx.hasSameUnqualifiedType(Type, Other->getType()) &&
         ((Type->isIntegerType() &&
           Ctx.getTypeSize(Type) >= Ctx.getTypeSize(Value->getType())) ||
          (Type->isRealFloatingType() && Literal->getValue().isZero()));
}

/// `int(blockIdx.x + 1)` for \p Start, in the condition, if that compares what
/// \p Var is; else nothing.
std::string LoopWriter::convertedStart(const Expr &Start, const VarDecl &Var,
                                       llvm::StringRef Value) const {
  const bool IsInt = Ctx.hasSameType(Var.getType(), Ctx.IntTy) &&
                     isa<BuiltinType>(Var.getType().getTypePtr());
  const BinaryOperator *Op = comparisonOf(M.Header.Cond, &Var);
  return IsInt && Op && !M.Header.CondStep && !mayBeOtherType(Var) &&
                 !mentions(otherSide(*Op, &Var), &Var) &&
                 Start.IgnoreParenImpCasts()->getType()->isIntegerType()
             ? ("int(" + Value + ")").str()
             : "";
}

/// The header's variables that the first load needs, if each starts from a
/// value that may stand in its place.
std::optional<LoopWriter::Values>
LoopWriter::firstValues(Values &InCond) const {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Header.Init);
  if (!Decls)
    return std::nullopt;
  Values Out;
  for (const Decl *D : Decls->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    const bool Passed = llvm::is_contained(LoadParams, Var) ||
                        llvm::is_contained(StoreParams, Var);
    if (!Var || (!Passed && !mentions(M.Header.Cond, Var)))
      continue;
    const Expr *Start = Var->getInit();
    std::optional<std::string> Value =
        Start ? Text.text(Start->IgnoreImpCasts()) : std::nullopt;
    // Of another build, a macro may hold what binds looser than a comparison.
    if (!Value || Value->size() > LongestValue || !isPlain(Start) ||
        (Start->getBeginLoc().isMacroID() && mentions(M.Header.Cond, Var)) ||
        Value->find_first_of("\n/") != std::string::npos ||
        (isa<BinaryOperator>(Start->IgnoreParenImpCasts()) &&
         llvm::is_contained(LoadParams, Var) &&
         llvm::is_contained(StoreParams, Var)) ||
        !declare(*Var, Var->getName(), /*Const=*/false, Text, Ctx) ||
        llvm::any_of(Decls->decls(), [&](const Decl *Other) {
          return mentions(Start, cast<ValueDecl>(Other));
        }))
      return std::nullopt;
    InCond[Var] = *Value;
    if (!comparesAs(*Start, *Var)) {
      std::string Converted = unsignedLiteral(*Start, *Var, *Value, Ctx);
      if (!Converted.empty())
        Value = Converted;
      else
        Converted = convertedStart(*Start, *Var, *Value);
      if (Converted.empty() || !comparisonOf(M.Header.Cond, Var) ||
          M.Header.CondStep)
        return std::nullopt;
      InCond[Var] = Converted;
    }
    Out[Var] = *Value;
  }
  return Out;
}

/// The condition for the first tile. `K > 0` reads better than `0 < K`.
std::optional<std::string>
LoopWriter::firstCondition(const Values &First) const {
  std::optional<std::string> Out = goesOn(First);
  const auto *Op =
      dyn_cast<BinaryOperator>(M.Header.Cond->IgnoreParenImpCasts());
  for (const auto &[Known, Value] : First)
    if (const BinaryOperator *Sum =
            M.Header.TestsInBody || Value != "0"
                ? nullptr
                : comparedSum(M.Header.Cond, Known, Ctx)) {
      const std::optional<std::string> Left = Text.text(Sum->getRHS()),
                                       Right = Made.BoundName.empty()
                                                   ? Text.text(Op->getRHS())
                                                   : Made.BoundName;
      if (Left && Right)
        return *Left + " " + Op->getOpcodeStr().str() + " " + *Right;
    }
  const auto *Ref =
      Op ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParenImpCasts()) : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  for (const auto &[Known, Value] : First)
    if (!M.Header.TestsInBody && comparesProduct(M.Header.Cond, Known, Ctx))
      Var = Known;
  if (!Out || !Var || !First.count(Var) || !Op->isComparisonOp() ||
      !isa<IntegerLiteral>(Var->getInit()->IgnoreParenImpCasts()))
    return Out;
  std::optional<std::string> Right = Made.BoundName.empty()
                                         ? renamed(Op->getRHS(), First, Text)
                                         : Made.BoundName;
  BinaryOperatorKind Opcode =
      M.Header.TestsInBody ? BinaryOperator::negateComparisonOp(Op->getOpcode())
                           : Op->getOpcode();
  if (!Right || Op->getLHS()->getBeginLoc().isMacroID())
    return Out;
  std::string Start = First.lookup(Var);
  // Beside what is unsigned anyway, `K > 0` says all that `K > 0u` does.
  if (llvm::StringRef(Start).rtrim("uU") == "0" &&
      Op->getRHS()->IgnoreParenImpCasts()->getType()->isUnsignedIntegerType())
    Start = "0";
  return *Right + " " +
         BinaryOperator::getOpcodeStr(
             BinaryOperator::reverseComparisonOp(Opcode))
             .str() +
         " " + Start;
}

/// `for (int k = first; k < first + BK; ...)`, which makes one trip in any
/// build: sums of int do not wrap around.
bool LoopWriter::addsToStart() const {
  const auto *Cond = dyn_cast<BinaryOperator>(M.Header.Cond->IgnoreParens());
  const auto *Ref =
      Cond && Cond->getOpcode() == BO_LT
          ? dyn_cast<DeclRefExpr>(Cond->getLHS()->IgnoreParenImpCasts())
          : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Header.Init);
  const auto *Sum =
      Cond ? dyn_cast<BinaryOperator>(Cond->getRHS()->IgnoreParens()) : nullptr;
  if (!Var || !Decls || !llvm::is_contained(Decls->decls(), Var) ||
      !Var->getInit() || !Sum || Sum->getOpcode() != BO_Add ||
      M.Header.TestsInBody || M.Header.TestsLast)
    return false;
  const Expr *Start = Var->getInit(), *Same = Sum->getLHS(),
             *More = Sum->getRHS();
  for (const Expr *E :
       std::initializer_list<const Expr *>{Cond->getLHS(), Start, Same, More})
    if (!Ctx.hasSameUnqualifiedType(E->IgnoreParenImpCasts()->getType(),
                                    Ctx.IntTy))
      return false;
  // `int dep { first }`
  const auto *List = dyn_cast<InitListExpr>(Start->IgnoreParenImpCasts());
  if (List && List->getNumInits() == 1)
    Start = List->getInit(0);
  const auto *First = dyn_cast<DeclRefExpr>(Start->IgnoreParenImpCasts()),
             *Again = dyn_cast<DeclRefExpr>(Same->IgnoreParenImpCasts());
  TemplateSizes Sizes(*M.Kernel, Text, Ctx);
  Sizes.add(More);
  return First && Again && First->getDecl() == Again->getDecl() &&
         constantValue(More, Ctx).value_or(0) > 0 && Sizes.isWhole() &&
         Sizes.terms().empty() && Sizes.otherMacro().empty();
}

/// The loop makes at least \p Trips in any build and instantiation, whatever it
/// is called with: so many tiles need no test.
bool LoopWriter::makesTrips(unsigned Trips) const {
  const auto *For = dyn_cast<ForStmt>(M.Header.Loop);
  const std::optional<CountedLoop> Counted =
      For ? countedLoop(*For, Ctx) : std::nullopt;
  if (Counted && Counted->ConstantStart && !Counted->Symbolic &&
      Counted->Trips >= Trips) {
    TemplateSizes Sizes(*M.Kernel, Text, Ctx);
    for (const Expr *E : {Counted->Start, For->getCond(), For->getInc()})
      Sizes.add(E);
    return Sizes.isWhole() && Sizes.terms().empty() &&
           Sizes.otherMacro().empty();
  }
  if (Trips == 1 && addsToStart())
    return true;
  // Neither grids nor blocks are empty.
  const auto *Cond = dyn_cast<BinaryOperator>(M.Header.Cond->IgnoreParens());
  const auto *Ref =
      Cond && Cond->getOpcode() == BO_LT
          ? dyn_cast<DeclRefExpr>(Cond->getLHS()->IgnoreParenImpCasts())
          : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Header.Init);
  const auto *Start =
      Var && Decls && llvm::is_contained(Decls->decls(), Var) && Var->getInit()
          ? dyn_cast<IntegerLiteral>(Var->getInit()->IgnoreParenImpCasts())
          : nullptr;
  const auto Size = Start ? builtinIndex(Cond->getRHS()->IgnoreParenImpCasts())
                          : std::nullopt;
  return Trips == 1 && !M.Header.TestsInBody && !M.Header.TestsLast && Size &&
         Start->getValue().isZero() &&
         (Size->first == "gridDim" || Size->first == "blockDim");
}

/// Next values that need no name: `k + BK` for `k_next`.
void LoopWriter::placeNextValues() {
  if (M.Header.CondStep || Ahead.NextDeclarations.empty())
    return;
  Values Placed = Made.NextNames, Factors;
  std::vector<std::string> Declarations;
  for (auto [R, Declaration] :
       llvm::zip_equal(llvm::make_filter_range(
                           M.Variables.Recurrences,
                           [](const Recurrence &R) { return R.Update; }),
                       Ahead.NextDeclarations)) {
    const Expr *Update = R.Update->IgnoreParens();
    std::optional<std::string> Value = nextValue(Update, Text);
    const auto *Op = dyn_cast<BinaryOperator>(Update);
    const bool IsSum = !Op || Op->getOpcode() == BO_AddAssign ||
                       Op->getOpcode() == BO_SubAssign ||
                       (Op->getOpcode() == BO_Assign && isPlain(Op->getRHS()));
    const bool InCond = mentions(M.Header.Cond, R.Var),
               IsFactor = comparesProduct(M.Header.Cond, R.Var, Ctx);
    // Later in the trip, the body may have changed the variable.
    if (IsSum && (!Op || isPlain(Op->getRHS())) &&
        !llvm::is_contained(StoreParams, R.Var) &&
        keepsType(Update, R.Var->getType(), Ctx) &&
        (!InCond || IsFactor ||
         (comparisonOf(M.Header.Cond, R.Var) &&
          !mentions(otherSide(*comparisonOf(M.Header.Cond, R.Var), R.Var),
                    R.Var))) &&
        Value->size() <= LongestValue &&
        Value->find_first_of("\n") == std::string::npos) {
      Placed[R.Var] = *Value;
      if (IsFactor)
        Factors[R.Var] = "(" + *Value + ")";
      continue;
    }
    Declarations.push_back(Declaration);
  }
  std::swap(Made.NextNames, Placed);
  Values InCond = Made.NextNames;
  for (const auto &[Var, Value] : Factors)
    InCond[Var] = Value;
  std::optional<std::string> Cond = goesOn(InCond);
  const size_t Longest =
      Here.BodyIndent.size() + Here.Unit.size() +
      call(Made.LoadName, Plan.UsesAsync, Made.StageName + " ^ 1",
           Made.NextNames, LoadParams)
          .size();
  if (!Cond || Longest > LongestLine ||
      Here.BodyIndent.size() + Cond->size() + 5 > LongestLine) {
    std::swap(Made.NextNames, Placed);
    return;
  }
  Ahead.NextDeclarations = std::move(Declarations);
  Ahead.NextCond = *Cond;
}

/// \p Steps move the load on once, behind what they load: only then the number
/// of the stage tells its place.
static bool advanceOnce(llvm::ArrayRef<Step> Steps) {
  unsigned Advances = 0;
  for (const Step &S : Steps) {
    if (Advances && (S.Kind == Step::Load || S.Kind == Step::Store))
      return false;
    Advances += S.Kind == Step::Advance;
  }
  return Advances == 1;
}

/// In another build or instantiation \p Var, an int here, may be a long.
bool LoopWriter::mayBeOtherType(const VarDecl &Var) const {
  if (Var.getType()->getAs<SubstTemplateTypeParmType>())
    return true;
  const TypeSourceInfo *Info = Var.getTypeSourceInfo();
  const std::optional<TextRange> Spelled =
      Info ? Text.range(Info->getTypeLoc().getSourceRange()) : std::nullopt;
  return OtherTypes(*M.Kernel, Text, Ctx)
      .isOneOf(Var.getType(), Spelled ? Text.text(*Spelled) : "");
}

/// What the prologue loads by, instead of the cursor, where the number of the
/// stage tells it. Of another instantiation the step may be larger, but no tile
/// is so wide that some of them would overflow an int.
bool LoopWriter::placeCursor() {
  constexpr int64_t WidestStep = 1 << 24;
  const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Header.Init);
  const auto *Var = Decls && Decls->isSingleDecl()
                        ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                        : nullptr;
  if (!Var || M.Header.TestsLast || M.Header.TestsInBody || M.Header.CondStep ||
      hasEarlyItems() || !M.Variables.Settled.empty() ||
      M.Variables.Recurrences.size() != 1 ||
      !advanceOnce(Plan.Steps.Prologue) ||
      llvm::is_contained(StoreParams, Var) ||
      llvm::any_of(LoadParams, [&](const VarDecl *P) { return P != Var; }))
    return false;
  auto IsInt = [&](const Expr *E) {
    return E && Ctx.hasSameUnqualifiedType(E->getType(), Ctx.IntTy) &&
           Ctx.hasSameUnqualifiedType(E->IgnoreParenImpCasts()->getType(),
                                      Ctx.IntTy);
  };
  const Recurrence &R = M.Variables.Recurrences.front();
  const Expr *Update = R.Update ? R.Update->IgnoreParens() : nullptr;
  const auto *Sum = dyn_cast_or_null<CompoundAssignOperator>(Update);
  const auto *One = dyn_cast_or_null<UnaryOperator>(Update);
  const auto *Start =
      Var->getInit()
          ? dyn_cast<IntegerLiteral>(Var->getInit()->IgnoreParenImpCasts())
          : nullptr;
  const BinaryOperator *Cond = comparisonOf(M.Header.Cond, Var);
  if (R.Var != Var || R.Item >= 0 || !Cond || !Start ||
      Start->getValue() != 0 ||
      !Ctx.hasSameUnqualifiedType(Var->getType(), Ctx.IntTy) ||
      mayBeOtherType(*Var) ||
      !((Sum && Sum->getOpcode() == BO_AddAssign) ||
        (One && One->isIncrementOp())))
    return false;
  const Expr *Limit = otherSide(*Cond, Var),
             *Step = Sum ? Sum->getRHS() : nullptr;
  const BinaryOperatorKind Opcode =
      Limit == Cond->getRHS()
          ? Cond->getOpcode()
          : BinaryOperator::reverseComparisonOp(Cond->getOpcode());
  auto IsPlain = [&](const Expr *E) {
    return IsInt(E) && isPlain(E) && !mentions(E, Var);
  };
  if ((Opcode != BO_LT && Opcode != BO_LE) || !IsPlain(Limit) ||
      (Step &&
       (!IsPlain(Step) || constantValue(Step, Ctx).value_or(1) > WidestStep)))
    return false;
  // Of another build, a macro may hold what binds looser than the operator.
  auto Spelled = [&](const Expr *E, llvm::StringRef Words,
                     bool InSum) -> std::string {
    TemplateSizes Sizes(*M.Kernel, Text, Ctx);
    Sizes.add(E);
    const bool HasMacro = holds(E, [](const Stmt &At) {
      return At.getBeginLoc().isMacroID() || At.getEndLoc().isMacroID();
    });
    if (HasMacro && !(Sizes.isWhole() && Sizes.terms().empty() &&
                      Sizes.otherMacro().empty()))
      return ("(" + Words + ")").str();
    return InSum ? operandOfSum(E, Words) : parenthesized(E, Words);
  };
  std::optional<std::string> To = Text.text(Limit),
                             By = Step ? Text.text(Step) : std::string();
  if (!To || !By || (*To + *By).find("\n") != std::string::npos ||
      (*To + *By).find("/*") != std::string::npos)
    return false;
  const std::string Factor = Step ? " * " + Spelled(Step, *By, false) : "",
                    First = Made.StageName + Factor;
  Made.FirstValues[Var] = First;
  // Which tile it is, the load is told: else the test alone would say.
  Ahead.FirstCond =
      llvm::is_contained(LoadParams, Var) && makesTrips(Plan.Steps.Ahead)
          ? ""
          : First + (Opcode == BO_LT ? " < " : " <= ") +
                (Made.BoundName.empty() ? Spelled(Limit, *To, /*InSum=*/true)
                                        : Made.BoundName);
  Ahead.CursorDeclarations = {"int " + Made.NextNames.lookup(Var) + " = " +
                              (Made.StagesName.empty() || !Step
                                   ? stagesLess(1)
                                   : "(" + stagesLess(1) + ")") +
                              Factor + "; // Kept ahead of " +
                              Var->getNameAsString() + ": fewer registers."};
  return Ahead.IsPlaced = true;
}

} // namespace cudapipe
