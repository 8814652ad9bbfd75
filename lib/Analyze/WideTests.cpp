//===- WideTests.cpp - What must be a multiple of 16 bytes ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of elements c, ..., c + 15 is aligned, and none of them is behind an
// edge that the first is not, if all that is added to c is a multiple of 16:
//
//   row * K + k + c < ...      K, by a test; k, since it starts at 0 and goes
//                              in steps of 32
//
// Both hold in arithmetic that wraps around, too: 16 divides 2^32.
//
//===----------------------------------------------------------------------===//

#include "CopyWidener.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/TripCount.h"
#include <numeric>

using namespace clang;

namespace cudapipe {

void CopyWidener::addTest(WideCopy &W, WideTest Test) {
  for (WideTest &Known : W.Tests)
    if (Known.Kind == Test.Kind && Known.Var == Test.Var && Known.E == Test.E) {
      Known.Value = std::max(Known.Value, Test.Value);
      return;
    }
  W.Tests.push_back(Test);
}

/// The assignments to \p Var in \p S.
static void assignmentsTo(const VarDecl *Var, const Stmt *S,
                          llvm::SmallVectorImpl<const Expr *> &Out) {
  if (!S)
    return;
  auto Names = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == Var;
  };
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op && Op->isAssignmentOp() && Names(Op->getLHS()))
    Out.push_back(Op);
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp() && Names(Op->getSubExpr()))
    Out.push_back(Op);
  for (const Stmt *Child : S->children())
    assignmentsTo(Var, Child, Out);
}

/// How often \p S names \p Var otherwise than to read it.
static unsigned countOfWrites(const VarDecl *Var, const Stmt *S) {
  if (!S)
    return 0;
  auto Names = [&](const Stmt *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && Ref->getDecl() == Var;
  };
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      Names(Cast->getSubExpr()->IgnoreParens()))
    return 0;
  unsigned Out = Names(S);
  for (const Stmt *Child : S->children())
    Out += countOfWrites(Var, Child);
  return Out;
}

unsigned CopyWidener::writesInLoop(const VarDecl *Var) const {
  unsigned Out =
      countOfWrites(Var, M.Header.Body) + countOfWrites(Var, M.Header.Cond);
  if (const auto *For = dyn_cast<ForStmt>(M.Header.Loop))
    Out += countOfWrites(Var, For->getInc());
  return Out;
}

/// The loop moves \p Var by multiples of \p Of, bytes for pointers.
bool CopyWidener::testSteps(WideCopy &W, const VarDecl *Var, int64_t Of) {
  int64_t Unit = 1;
  if (Var->getType()->isPointerType())
    Unit =
        Ctx.getTypeSizeInChars(Var->getType()->getPointeeType()).getQuantity();
  llvm::SmallVector<const Expr *, 2> Assignments;
  assignmentsTo(Var, M.Header.Body, Assignments);
  if (const auto *For = dyn_cast<ForStmt>(M.Header.Loop))
    assignmentsTo(Var, For->getInc(), Assignments);
  assignmentsTo(Var, M.Header.Cond, Assignments);
  // ++(a, k): not understood. An array stays where it is.
  if (!Var->getType()->isArrayType() && writesInLoop(Var) != Assignments.size())
    return false;
  for (const Expr *E : Assignments) {
    TraceValue Step = CopyTrace::number(1, false);
    if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
      const Expr *By = Op->getRHS();
      if (Op->getOpcode() == BO_Assign) { // k = k + BK
        const auto *Sum = dyn_cast<BinaryOperator>(By->IgnoreParenImpCasts());
        const auto *Ref =
            Sum && Sum->getOpcode() == BO_Add
                ? dyn_cast<DeclRefExpr>(Sum->getLHS()->IgnoreParenImpCasts())
                : nullptr;
        if (!Ref || Ref->getDecl() != Var)
          return false;
        By = Sum->getRHS();
      } else if (Op->getOpcode() != BO_AddAssign &&
                 Op->getOpcode() != BO_SubAssign) {
        return false;
      }
      Step = Trace.evaluate(By);
    }
    if (Step.Kind != TraceValue::Number ||
        !testMultiple(W, Step.P * Polynomial(Unit), Of))
      return false;
  }
  return true;
}

/// What the header of the loop starts \p Var from; null if it does not, nothing
/// if that is not plain.
std::optional<const Expr *> CopyWidener::startOf(const VarDecl *Var) const {
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(M.Header.Init);
      Decls && llvm::is_contained(Decls->decls(), Var))
    return Var->getInit();
  llvm::SmallVector<const Expr *, 1> InInit;
  assignmentsTo(Var, M.Header.Init, InInit);
  if (InInit.empty())
    return nullptr;
  const auto *Op = dyn_cast<BinaryOperator>(InInit.front());
  if (InInit.size() > 1 || !Op || Op->getOpcode() != BO_Assign)
    return std::nullopt;
  return Op->getRHS();
}

bool CopyWidener::isKnownInFront(const ValueDecl *D) const {
  return Visible.means(*D, M.Header.Loop->getBeginLoc());
}

/// \p E can stand in front of the loop, which may make no trip: it names
/// nothing of the loop, nothing that has another meaning there, and divides by
/// nothing that may be 0.
bool CopyWidener::canStandInFront(const Stmt *E) const {
  if (!E)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && !isKnownInFront(Ref->getDecl()))
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && (Op->getOpcode() == BO_Div || Op->getOpcode() == BO_Rem))
    if (std::optional<llvm::APSInt> By =
            Op->getRHS()->getIntegerConstantExpr(Ctx);
        !By || By->isZero())
      return false;
  return llvm::all_of(
      E->children(), [&](const Stmt *Child) { return canStandInFront(Child); });
}

/// Nothing in the kernel moves \p Var but by constants, multiples of \p Of.
bool CopyWidener::movesByConstants(const VarDecl *Var, int64_t Of) const {
  llvm::SmallVector<const Expr *, 4> Moves;
  assignmentsTo(Var, M.Kernel->getBody(), Moves);
  return Moves.size() == countOfWrites(Var, M.Kernel->getBody()) &&
         llvm::all_of(Moves, [&](const Expr *Move) {
           const auto *Op = dyn_cast<CompoundAssignOperator>(Move);
           if (!Op || (Op->getOpcode() != BO_AddAssign &&
                       Op->getOpcode() != BO_SubAssign))
             return false;
           std::optional<int64_t> By = constantValue(Op->getRHS(), Ctx);
           return By && *By % Of == 0;
         });
}

/// \p Var begins as a multiple of \p Of, and moves by constant multiples, or in
/// this loop alone. (By a step that is tested, an outer loop's last trip may
/// have moved it with another one.)
bool CopyWidener::isAlwaysMultiple(const WideCopy &W, const VarDecl *Var,
                                   int64_t Of) {
  const Expr *Init = Var->getInit();
  if (!Var->hasLocalStorage() || isa<ParmVarDecl>(Var) || !Init ||
      Init->isValueDependent())
    return false;
  std::optional<llvm::APSInt> Begin = Init->getIntegerConstantExpr(Ctx);
  if (!Begin || !Begin->isRepresentableByInt64() ||
      Begin->getExtValue() % Of != 0)
    return false;
  if (movesByConstants(Var, Of))
    return true;
  WideCopy Untested = W;
  Untested.Tests.clear();
  if (!testSteps(Untested, Var, Of) || !Untested.Tests.empty())
    return false;
  return writesInLoop(Var) == countOfWrites(Var, M.Kernel->getBody());
}

/// \p A is a multiple of \p Of: in the first trip, by a test, and in the next
/// ones, by its steps.
bool CopyWidener::testAtom(WideCopy &W, Polynomial::Atom A, int64_t Of) {
  const CopyTrace::Uniform &What = Trace.uniform(A);
  if (!What.Var) {
    // Different for each block: such a test would mean little.
    if (!What.E || builtinIndex(What.E) || What.E->getBeginLoc().isMacroID() ||
        !canStandInFront(What.E))
      return false;
    addTest(W, {WideTest::Number, nullptr, What.E, Of});
    return true;
  }
  const VarDecl *Var = What.Var;
  if (!Visiting.insert(Var))
    return true;
  bool Good = testSteps(W, Var, Of);
  Visiting.remove(Var);
  if (!Good)
    return false;
  std::optional<const Expr *> Start = startOf(Var);
  if (!Start)
    return false;
  if (*Start) {
    TraceValue Value = Trace.evaluate(*Start);
    return Value.Kind == TraceValue::Number && testMultiple(W, Value.P, Of);
  }
  if (isAlwaysMultiple(W, Var, Of))
    return true;
  if (!isKnownInFront(Var))
    return false;
  addTest(W, {WideTest::Number, Var, nullptr, Of});
  return true;
}

/// One of the factors of \p Product is a multiple of \p Of.
bool CopyWidener::testProduct(WideCopy &W,
                              std::vector<Polynomial::Atom> Product,
                              int64_t Of) {
  auto IsTested = [&](Polynomial::Atom A) {
    const CopyTrace::Uniform &What = Trace.uniform(A);
    return llvm::any_of(W.Tests, [&](const WideTest &Test) {
      return Test.Kind == WideTest::Number && Test.Value % Of == 0 &&
             Test.Var == What.Var && (What.Var || Test.E == What.E);
    });
  };
  if (llvm::any_of(Product, IsTested))
    return true;
  // A size that the host passes is the likeliest to be one.
  llvm::stable_sort(Product, [&](Polynomial::Atom A, Polynomial::Atom B) {
    return isa_and_nonnull<ParmVarDecl>(Trace.uniform(A).Var) >
           isa_and_nonnull<ParmVarDecl>(Trace.uniform(B).Var);
  });
  return llvm::any_of(Product, [&](Polynomial::Atom A) {
    std::vector<WideTest> Before = W.Tests;
    bool Good = testAtom(W, A, Of);
    if (!Good)
      W.Tests = std::move(Before);
    return Good;
  });
}

/// Every term of \p X is a multiple of \p Of, a power of two.
bool CopyWidener::testMultiple(WideCopy &W, const Polynomial &X, int64_t Of) {
  if (!X.isValid())
    return false;
  // First where there is no choice: of (planes - 1) * n, n will do for both.
  for (bool HasChoice : {false, true})
    for (const auto &[Product, Factor] : X.terms())
      if ((Product.size() > 1) == HasChoice && Factor % Of != 0 &&
          !testProduct(W, {Product.begin(), Product.end()},
                       Of / std::gcd(Factor, Of)))
        return fail("the rows start at addresses that need not be multiples "
                    "of the copy");
  return true;
}

/// \p Field of a variable that never changes is a multiple of the copy.
bool CopyWidener::testField(WideCopy &W, const Expr *Field) {
  if (Field->getBeginLoc().isMacroID() || !canStandInFront(Field))
    return fail("where the loop starts to read is not understood");
  addTest(W, {WideTest::Pointer, nullptr, Field, int64_t(W.Box.Bytes)});
  return true;
}

/// What \p From starts with is a multiple of the copy in every trip.
bool CopyWidener::testPointer(WideCopy &W, const TraceValue &From) {
  if (From.Field)
    return testField(W, From.Field);
  const VarDecl *Pointer = From.Base;
  if (!testSteps(W, Pointer, W.Box.Bytes))
    return fail("'" + Pointer->getNameAsString() +
                "' moves by what need not be a multiple of the copy");
  std::optional<const Expr *> Start = startOf(Pointer);
  if (!Start)
    return fail("where the loop starts to read is not understood");
  if (*Start) {
    TraceValue Value = Trace.evaluate(*Start);
    if (Value.Kind != TraceValue::Pointer || Value.Base == Pointer)
      return fail("where the loop starts to read is not understood");
    return testPointer(W, Value) && testMultiple(W, Value.P, W.Box.Bytes);
  }
  if (!isKnownInFront(Pointer))
    return fail("where the loop starts to read is not understood");
  addTest(W, {WideTest::Pointer, Pointer, nullptr, int64_t(W.Box.Bytes)});
  return true;
}

/// The comparison comes out the same for all elements of a copy.
bool CopyWidener::testComparison(WideCopy &W, unsigned Index) {
  const BinaryOperator *Op = Sources.at(W.Copy).Comparisons[Index];
  auto Side = [&](int64_t Row, int64_t Column, unsigned Right) {
    return Elements[at(W, Row, Column)]->Sides[2 * Index + Right];
  };
  bool Unsigned = Op->getLHS()->getType()->isUnsignedIntegerType();
  for (int64_t Row = 0; Row < W.Box.Rows; ++Row) {
    Polynomial Slope[2];
    for (unsigned Right : {0, 1}) {
      Slope[Right] = Side(Row, Grain, Right) - Side(Row, 0, Right);
      for (int64_t Column = Grain; Column < W.Box.Columns; Column += Grain)
        if (!(Side(Row, Column, Right) - Side(Row, Column - Grain, Right) ==
              Slope[Right]))
          return fail("a guard is not understood");
    }
    if (!Slope[0].isConstant() || !Slope[1].isConstant())
      return fail("a guard is not understood");
    int64_t Left = Slope[0].constant(), Right = Slope[1].constant();
    if (Left == 0 && Right == 0)
      continue;
    BinaryOperatorKind Kind = Op->getOpcode();
    // `limit > c` is `c < limit`.
    bool Swapped = Left == 0;
    if (Swapped) {
      std::swap(Left, Right);
      Kind = BinaryOperator::reverseComparisonOp(Kind);
    }
    if (Left != Grain || Right != 0 || Op->isEqualityOp())
      return fail("a guard is not understood");
    const Polynomial At = Side(Row, 0, Swapped), Limit = Side(Row, 0, !Swapped);
    // c < limit and its negation; c <= limit is c < limit + 1.
    bool Strict = Kind == BO_LT || Kind == BO_GE;
    if (Unsigned && !Strict)
      return fail("a guard is not understood");
    if (!testMultiple(W, At, W.width()) ||
        !testMultiple(W, Strict ? Limit : Limit + 1, W.width()))
      return fail("an edge may lie between the elements of a copy");
  }
  return true;
}

bool CopyWidener::readTests(WideCopy &W) {
  Trace.forAnyThread(BlockDim, {});
  // Where the pieces of dynamic shared memory start.
  if (isDynamicShared(*W.Tile) && !isKnownInFront(W.start()))
    return fail("its address is not known in front of the loop");
  if (isDynamicShared(*W.Tile))
    addTest(W,
            {WideTest::Pointer, testedPiece(W), nullptr, int64_t(W.Box.Bytes)});
  if (!testPointer(W, Elements[0]->From))
    return false;
  for (int64_t Row = 0; Row < W.Box.Rows; ++Row)
    if (!testMultiple(W, Elements[at(W, Row, 0)]->From.P, W.Box.Bytes))
      return false;
  for (unsigned I = 0; I < Sources.at(W.Copy).Comparisons.size(); ++I)
    if (W.Box.Columns > Grain && !testComparison(W, I))
      return false;
  return true;
}

} // namespace cudapipe
