//===- Swizzles.cpp - Columns that rows rearrange -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   As[r * 32 + (c ^ (r / 2 & 3)) * 8]     ->  As[r * 32 + c * 8]
//
// Who knows r and c ^ f(r), both smaller than a power of two, knows c. What
// differs with c differs without the swizzle, too, and the other way round.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Loop/LoopStep.h"
#include "LinearForm.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cudapipe {

/// Definitions that lead to each other deeper than this are not followed.
static constexpr unsigned MaxDepth = 8;

namespace {

using Counters = llvm::ArrayRef<const VarDecl *>;

/// How large numbers are.
class Limits {
public:
  Limits(llvm::ArrayRef<const ForStmt *> Loops, Counters Vars,
         const Definitions &Defs, const ASTContext &Ctx)
      : Defs(Defs), Ctx(Ctx) {
    for (auto [Loop, Var] : llvm::zip(Loops, Vars)) {
      if (countsUpFromZero(*Loop, *Var))
        Rising.insert(Var);
      std::optional<CountedLoop> Counted = countedLoop(*Loop, Ctx);
      if (!Counted || Counted->Symbolic)
        continue;
      if (std::optional<int64_t> Limit =
              Counted->Limit && !Counted->countsDown() && Rising.count(Var)
                  ? constantValue(Counted->Limit, Ctx)
                  : std::nullopt)
        Ends[Var] = *Limit + Counted->ToLimit;
      if (Counted->Trips > 0 && Counted->Trips < INT16_MAX &&
          constantValue(Counted->Start, Ctx))
        Spans[linearKey(Var)] =
            std::abs(Counted->StepValue) * int64_t(Counted->Trips - 1);
    }
  }

  /// The least known number that \p E is always smaller than, while it is never
  /// negative; else 0.
  int64_t of(const Expr *E, unsigned Depth = 0) const;
  /// How far two values of the term \p Key, a counter, are apart at most.
  std::optional<int64_t> spanOf(llvm::StringRef Key) const {
    auto It = Spans.find(Key);
    return It == Spans.end() ? std::nullopt : std::optional(It->second);
  }

private:
  bool countsUpFromZero(const ForStmt &Loop, const VarDecl &Var) const;
  bool isNeverNegative(const Expr *E, unsigned Depth) const;
  /// What \p E is defined as; nothing if it is no variable with a definition.
  const Expr *definitionOf(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    auto It = Var ? Defs.find(Var) : Defs.end();
    return It == Defs.end() ? nullptr : It->second;
  }

  const Definitions &Defs;
  const ASTContext &Ctx;
  VarSet Rising;
  llvm::DenseMap<const VarDecl *, int64_t> Ends;
  llvm::StringMap<int64_t> Spans;
};

/// `for (int i = tid; ...; i += 128)`, which nothing else changes.
bool Limits::countsUpFromZero(const ForStmt &Loop, const VarDecl &Var) const {
  const Expr *Start = initialValue(Var);
  const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  if (!Decls || !llvm::is_contained(Decls->decls(), &Var) || !Start ||
      !cudapipe::isNonNegative(Start, Ctx))
    return false;
  const Expr *Inc = Loop.getInc()->IgnoreParens();
  if (const auto *Op = dyn_cast<UnaryOperator>(Inc))
    return Op->isIncrementOp();
  const auto *Op = dyn_cast<BinaryOperator>(Inc);
  return Op && Op->getOpcode() == BO_AddAssign &&
         cudapipe::isNonNegative(Op->getRHS(), Ctx);
}

/// \p E without conversions; null if one of them loses bits.
const Expr *withoutCasts(const Expr *E, const ASTContext &Ctx) {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
    if (From->isDependentType() || To->isDependentType() ||
        !From->isIntegerType() || !To->isIntegerType() ||
        Ctx.getTypeSize(To) < Ctx.getTypeSize(From))
      return nullptr;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  return E;
}

bool Limits::isNeverNegative(const Expr *E, unsigned Depth) const {
  if (cudapipe::isNonNegative(E, Ctx))
    return true;
  E = withoutCasts(E, Ctx);
  if (!E || Depth > MaxDepth)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (Rising.count(dyn_cast<VarDecl>(Ref->getDecl())))
      return true;
  if (const Expr *Definition = definitionOf(E))
    return isNeverNegative(Definition, Depth + 1);
  const auto *Op = dyn_cast<BinaryOperator>(E);
  return Op &&
         (Op->getOpcode() == BO_Add || Op->getOpcode() == BO_Mul ||
          Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem ||
          Op->getOpcode() == BO_Shr) &&
         isNeverNegative(Op->getLHS(), Depth + 1) &&
         isNeverNegative(Op->getRHS(), Depth + 1);
}

int64_t Limits::of(const Expr *E, unsigned Depth) const {
  E = withoutCasts(E, Ctx);
  if (!E || Depth > MaxDepth)
    return 0;
  if (std::optional<int64_t> Value = constantValue(E, Ctx))
    return *Value >= 0 ? *Value + 1 : 0;
  if (const Expr *Definition = definitionOf(E))
    return of(Definition, Depth + 1);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return std::max<int64_t>(0, Ends.lookup(dyn_cast<VarDecl>(Ref->getDecl())));
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op)
    return 0;
  if (Op->getOpcode() == BO_Add) {
    const int64_t First = of(Op->getLHS(), Depth + 1),
                  Second = of(Op->getRHS(), Depth + 1);
    return First && Second && std::max(First, Second) <= INT16_MAX
               ? First + Second - 1
               : 0;
  }
  const std::optional<int64_t> Right = constantValue(Op->getRHS(), Ctx);
  switch (Right.value_or(-1) < 0 ? BO_Comma : Op->getOpcode()) {
  case BO_And:
    return *Right + 1;
  case BO_Rem:
    return isNeverNegative(Op->getLHS(), Depth) ||
                   Op->getType()->isUnsignedIntegerType()
               ? *Right
               : 0;
  case BO_Mul:
  case BO_Shl: {
    const int64_t Last = of(Op->getLHS(), Depth + 1) - 1;
    if (Last < 0 || Last > INT16_MAX || *Right > INT16_MAX ||
        (Op->getOpcode() == BO_Shl && *Right > 15))
      return 0;
    return (Op->getOpcode() == BO_Mul ? Last * *Right : Last << *Right) + 1;
  }
  case BO_Div:
    return *Right ? llvm::divideCeil(of(Op->getLHS(), Depth + 1), *Right) : 0;
  case BO_Shr:
    return *Right < 31 ? llvm::divideCeil(of(Op->getLHS(), Depth + 1),
                                          int64_t(1) << *Right)
                       : 0;
  default:
    return 0;
  }
}

} // namespace

namespace {

bool varies(const LinearTerm &T, Counters Vars) {
  return llvm::any_of(Vars,
                      [&](const VarDecl *Var) { return T.Vars.count(Var); });
}

/// Who knows the terms \p Known knows how \p F differs from trip to trip.
bool isMadeOf(const LinearForm &F, const llvm::StringSet<> &Known,
              Counters Vars, unsigned Depth = 0) {
  return llvm::all_of(F.Terms, [&](const auto &Entry) {
    const LinearTerm &T = Entry.second;
    const Division *Half = T.Quotient ? T.Quotient.get() : T.Remainder.get();
    return Known.contains(Entry.first) || !varies(T, Vars) ||
           (Half && Half->Divisor && Half->ScaleKey.empty() &&
            Depth < MaxDepth &&
            isMadeOf(Half->Dividend, Known, Vars, Depth + 1));
  });
}

/// One subscript, or what is left of it without a term.
struct Rest {
  LinearForm Form;
  /// The factor of the one term, no smaller than the unit, that differs from
  /// trip to trip; 0: none does.
  int64_t Step = 0;
  /// How far the smaller ones lead together.
  int64_t Span = 0;
  /// No more than one term has that factor.
  bool TellsTerms = true;
  /// The terms that are the same in all trips or can be told from their sum.
  llvm::StringSet<> Told;

  Rest(LinearForm F, int64_t Unit, Counters Vars, const Limits &Sizes)
      : Form(std::move(F)) {
    for (const auto &[Name, T] : Form.Terms) {
      if (!varies(T, Vars)) {
        Told.insert(Name);
        continue;
      }
      const int64_t Factor = std::abs(T.Factor);
      std::optional<int64_t> Most = Sizes.spanOf(Name);
      if (Factor < Unit && Most && *Most < INT32_MAX / Factor) {
        Span += Factor * *Most;
        continue;
      }
      TellsTerms = TellsTerms && Step == 0 && !T.Swizzled;
      Step = Factor;
      Told.insert(Name);
    }
  }
};

} // namespace

/// \p Forms[At] less the swizzle in its term \p Name, if what is around it
/// tells how it is made.
static bool undo(std::vector<LinearForm> &Forms, size_t At,
                 const std::string &Name, int64_t Width, Counters Vars,
                 const Limits &Sizes) {
  const LinearTerm T = Forms[At].Terms.at(Name);
  const Swizzle &S = *T.Swizzled;
  const int64_t Unit = std::abs(T.Factor);
  const int64_t Left = Sizes.of(S.Xor->getLHS()),
                Right = Sizes.of(S.Xor->getRHS());
  const int64_t Most = llvm::PowerOf2Ceil(std::max(Left, Right)) - 1;
  LinearForm Without = Forms[At];
  Without.Terms.erase(Name);
  const Rest Own(std::move(Without), Unit, Vars, Sizes);
  // Each digit is larger than all that is below it.
  const int64_t Apart = Own.Span + (At + 1 == Forms.size() ? Width : 1);
  if (!Left || !Right || !Own.TellsTerms || Unit < Apart ||
      (Own.Step && Own.Step < Unit * Most + Apart))
    return false;
  llvm::StringSet<> Known = Own.Told;
  for (size_t I = 0; I < Forms.size(); ++I) {
    // Stores wider than its steps meet without being at one place.
    const int64_t Needed = I + 1 == Forms.size() ? Width : 1;
    const Rest Other(Forms[I], 0, Vars, Sizes);
    if (I != At && Other.TellsTerms &&
        (Other.Step == 0 || Other.Step >= Needed))
      for (const auto &Entry : Other.Told)
        Known.insert(Entry.first());
  }
  const LinearForm *Column = isMadeOf(S.Right, Known, Vars)  ? &S.Left
                             : isMadeOf(S.Left, Known, Vars) ? &S.Right
                                                             : nullptr;
  if (!Column)
    return false;
  Forms[At] = sum(Own.Form, *Column, T.Factor);
  return true;
}

void undoSwizzles(std::vector<LinearForm> &Forms, int64_t Width,
                  llvm::ArrayRef<const ForStmt *> Loops, Counters Vars,
                  const Definitions &Defs, const ASTContext &Ctx) {
  const Limits Sizes(Loops, Vars, Defs, Ctx);
  for (size_t At = 0; At < Forms.size(); ++At)
    for (const auto &Entry : Forms[At].Terms)
      if (Entry.second.Swizzled &&
          undo(Forms, At, std::string(Entry.first), Width, Vars, Sizes))
        break; // the terms are others now
}

} // namespace cudapipe
