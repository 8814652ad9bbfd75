//===- ContentsProof.cpp - Is what is read apart from what is left out? ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stores are made by thread 1, reads by thread 2: nothing that may differ from
// thread to thread is the same for both.
//
//===----------------------------------------------------------------------===//

#include "ContentsProof.h"
#include "UpperLimit.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

IndexBounds::Place ContentsProof::place(unsigned Thread) const {
  IndexBounds::Place Out;
  Out.Thread = Thread;
  Out.Changing = A.PerThread;
  Out.Agreed = Agreed;
  Out.Steady = Steady;
  Out.InTrip = InTrip;
  return Out;
}

/// Where the store is made, whatever changes from trip to trip.
IndexBounds::Place ContentsProof::placeOfStore(IndexBounds &Bounds) const {
  IndexBounds::Place Out = place(1);
  for (const ForStmt *Loop : Copy.Path.Loops)
    Bounds.enter(Out, *Loop, /*Holds=*/false);
  for (const StoreCondition &C : Fixed)
    Bounds.assume(Out, C.Cond, C.Holds);
  return Out;
}

/// `if (c) continue;` and its like.
static bool leavesAlways(const Stmt *S) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  if (Block && !Block->body_empty())
    S = Block->body_back();
  return isa_and_nonnull<BreakStmt, ContinueStmt, ReturnStmt>(S);
}

IndexBounds::Place ContentsProof::placeOfRead(const Expr *At,
                                              IndexBounds &Bounds) const {
  IndexBounds::Place Out = place(2);
  llvm::SmallVector<const Stmt *, 16> Path{At};
  while (Path.back() != A.M.Header.Body)
    Path.push_back(A.Parents.getParent(Path.back()));
  for (size_t I = Path.size(); I-- > 1;) {
    const Stmt *Around = Path[I], *Inner = Path[I - 1];
    if (const auto *Loop = dyn_cast<ForStmt>(Around);
        Loop && Loop->getBody() == Inner)
      Bounds.enter(Out, *Loop);
    if (const auto *If = dyn_cast<IfStmt>(Around);
        If && (If->getThen() == Inner || If->getElse() == Inner))
      Bounds.assume(Out, If->getCond(), If->getThen() == Inner);
    if (const auto *Choice = dyn_cast<ConditionalOperator>(Around);
        Choice && Choice->getCond() != Inner)
      Bounds.assume(Out, Choice->getCond(), Choice->getTrueExpr() == Inner);
    if (const auto *Op = dyn_cast<BinaryOperator>(Around);
        Op && Op->isLogicalOp() && Op->getRHS() == Inner)
      Bounds.assume(Out, Op->getLHS(), Op->getOpcode() == BO_LAnd);
    if (const auto *Block = dyn_cast<CompoundStmt>(Around);
        Block && Block != A.M.Header.Body)
      for (const Stmt *S : Block->body()) {
        if (S == Inner)
          break;
        if (const auto *If = dyn_cast<IfStmt>(S);
            If && !If->getElse() && leavesAlways(If->getThen()))
          Bounds.assume(Out, If->getCond(), false);
      }
  }
  return Out;
}

/// The subscripts of `Tile[a][b]`, outermost first.
static bool subscriptsOf(const Expr *E, const VarDecl *Tile,
                         llvm::SmallVectorImpl<const Expr *> &Out) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl() == Tile;
  const auto *Sub = dyn_cast<ArraySubscriptExpr>(E);
  if (!Sub || !subscriptsOf(subscriptBase(*Sub), Tile, Out))
    return false;
  Out.push_back(subscriptIndex(*Sub));
  return true;
}

/// `Kt[c][r]` and `Kt[k][j]` with r > j: another column, whatever the rows, if
/// the columns are inside of theirs.
bool ContentsProof::differInOneDimension(const Expr *Store,
                                         const IndexBounds::Place &P,
                                         const Expr *Read,
                                         const IndexBounds::Place &Q,
                                         IndexBounds &Bounds) const {
  llvm::SmallVector<const Expr *, 3> Here, There;
  if (!subscriptsOf(Store, Copy.Tile, Here) ||
      !subscriptsOf(Read, Copy.Tile, There) || Here.size() != There.size())
    return false;
  QualType Type = Copy.Tile->getType();
  bool Differ = false;
  for (size_t I = 0; I < Here.size(); ++I) {
    const auto *Array = A.Ctx.getAsConstantArrayType(Type);
    if (!Array)
      return false;
    Type = Array->getElementType();
    Polynomial X = Bounds.value(Here[I], P), Y = Bounds.value(There[I], Q);
    int64_t Last = Array->getSize().getZExtValue() - 1;
    for (const Polynomial *Z : {&X, &Y})
      if (I > 0 && !(Bounds.isNonNegative(*Z) &&
                     Bounds.isNonNegative(Polynomial(Last) - *Z)))
        return false;
    Differ |=
        Bounds.isNonNegative(X - Y - 1) || Bounds.isNonNegative(Y - X - 1);
  }
  return Differ;
}

/// \p Read is of no element that the store leaves out as \p LeftOut is not what
/// it must be.
bool ContentsProof::isApart(const StoreCondition &LeftOut,
                            const TileRead &Read) const {
  IndexBounds Bounds(Facts, A.Ctx);
  // The trip is made: j0 < n, if neither has changed since. Nobody asks the
  // first trip of a loop that tests at its end.
  if (A.M.Header.Cond && A.CondEffects.Writes.empty() &&
      !A.M.Header.TestsLast) {
    IndexBounds::Place Header = place(1);
    Header.Agreed = Steady;
    Bounds.assume(Header, A.M.Header.Cond, /*Holds=*/!A.M.Header.TestsInBody);
  }
  IndexBounds::Place P = placeOfStore(Bounds);
  // In the trips that store it, the condition holds.
  if (const auto *Op = dyn_cast<BinaryOperator>(LeftOut.Cond);
      Op && Op->isRelationalOp() && LeftOut.Holds) {
    bool LessFirst = Op->getOpcode() == BO_LT || Op->getOpcode() == BO_LE;
    const Expr *Less = LessFirst ? Op->getLHS() : Op->getRHS();
    const Expr *More = LessFirst ? Op->getRHS() : Op->getLHS();
    bool Equal = Op->getOpcode() == BO_LE || Op->getOpcode() == BO_GE;
    // Left of it stands the same in each trip.
    auto Most = isSteady(Less) ? UpperLimitReader(*Copy.Store, A.Ctx).read(More)
                               : std::nullopt;
    if (Most)
      Bounds.assumeAtMost(Less, Most->first - !Equal, P);
  }
  Bounds.assume(P, LeftOut.Cond, !LeftOut.Holds);
  IndexBounds::Place Q = placeOfRead(Read.At, Bounds);
  std::optional<Polynomial> Stored =
      Bounds.offset(Copy.Destination, Copy.Tile, P);
  std::optional<Polynomial> Found = Bounds.offset(Read.At, Copy.Tile, Q);
  if (Stored && Found &&
      (Bounds.isNonNegative(*Stored - *Found - Read.Bytes) ||
       (Copy.Bytes && !Copy.From.IsAsync &&
        Bounds.isNonNegative(*Found - *Stored - int64_t(Copy.Bytes)))))
    return true;
  return differInOneDimension(Copy.Destination, P, Read.At, Q, Bounds);
}

} // namespace cudapipe
