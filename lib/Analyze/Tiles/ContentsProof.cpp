//===- ContentsProof.cpp - Is what is read apart from what is left out? -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   Is what is read apart from what is left out?
//   Does a trip read only what it stored?
//
//===----------------------------------------------------------------------===//

#include "ContentsProof.h"
#include "Analyze/Effects/NamedAccess.h"
#include "Analyze/Integers/UpperLimit.h"
#include "Analyze/Loop/LoopStep.h"
#include "Analyze/Pointers/PassedObjects.h"
#include "Analyze/Threads/BlockQuery.h"
#include "Rules/Rules.h"
#include "TileContents.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

//===- Is what is read apart from what is left out? ---------------------===//
// Stores are made by thread 1, reads by thread 2: nothing that may differ from
// thread to thread is the same for both.

IndexBounds::Place ContentsProof::place(unsigned Thread) const {
  IndexBounds::Place Out;
  Out.Thread = Thread;
  Out.Changing = A.Callers.PerThread;
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

//===- Does a trip read only what it stored? ----------------------------===//
// For each condition that may keep a store out of a trip, and each read:
//
//   left out    Ks[r][c], r >= rows               from byte 4 * D * rows on
//   read        Ks[j][k], j < rows, k < D         up to byte 4 * D * rows - 1
//
// An element that is stored in no trip at all is the same in all buffers. So
// nothing has to be known of how the threads share the elements out: only that
// what this trip leaves out is apart from what it reads.

/// \p S has the same value in every trip, but for the counters of the copy's
/// loops, which start and step alike in each.
bool ContentsProof::isSteady(const Stmt *S) const {
  if (!S)
    return true;
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(S))
    return builtinIndex(Pseudo).has_value();
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && blockQuery(Call) != BlockQuery::None)
    return true;
  if (isa<CallExpr, CXXConstructExpr, LambdaExpr, StmtExpr>(S))
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    return false;
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp())
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || Var == Copy.Tile || Counters.count(Var) || !Moving.reaches(Var))
      return true;
    return A.declaredInBody(Var) && Var->hasLocalStorage() &&
           !Var->getType()->isReferenceType() && isNeverChanged(*Var) &&
           Var->getInit() && isSteady(Var->getInit());
  }
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isSteady(Child); });
}

/// Takes \p Cond apart; false if a part of it is of no use.
bool ContentsProof::readCondition(const Expr *Cond, bool Holds) {
  Cond = Cond->IgnoreParenImpCasts();
  const auto *Op = dyn_cast<BinaryOperator>(Cond);
  if (Op && Op->getOpcode() == (Holds ? BO_LAnd : BO_LOr))
    return readCondition(Op->getLHS(), Holds) &&
           readCondition(Op->getRHS(), Holds);
  if (isSteady(Cond))
    Fixed.push_back({Cond, Holds});
  else
    Changing.push_back({Cond, Holds});
  return true;
}

bool ContentsProof::readLoop(const ForStmt &Loop) {
  const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit());
  const auto *Var = Decls && Decls->isSingleDecl()
                        ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                        : nullptr;
  if (!Var || !Var->getInit() || !isSteady(Var->getInit()) ||
      changes(Loop.getBody(), *Var) || !Loop.getCond() || !Loop.getInc())
    return false;
  const Expr *Inc = Loop.getInc()->IgnoreParenImpCasts();
  const auto *Step = dyn_cast<BinaryOperator>(Inc);
  const auto *Next = dyn_cast<UnaryOperator>(Inc);
  bool Grows = Next
                   ? Next->isIncrementOp() && isVar(Next->getSubExpr(), Var)
                   : Step && Step->getOpcode() == BO_AddAssign &&
                         isVar(Step->getLHS(), Var) && isSteady(Step->getRHS());
  if (!Grows)
    return false;
  if (Step) {
    IndexBounds Bounds(Facts, A.Ctx);
    if (!Bounds.isNonNegative(Bounds.value(Step->getRHS(), place(1)) - 1))
      return false;
  }
  Counters.insert(Var);
  // What stops the loop would stop it at all later trips, too.
  if (!isSteady(Loop.getCond()) && !staysFalse(Loop, Var, A.Ctx))
    return false;
  return readCondition(Loop.getCond(), true);
}

/// Which variables mean the same to the store and to the reads behind it.
void ContentsProof::readVariables(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->hasLocalStorage()) {
      if (A.declaredInBody(Var))
        InTrip.insert(Var);
      // What changes behind the last read is for the next trip.
      bool Before = true, InBody = false;
      for (auto [I, Item] : llvm::enumerate(A.M.Items))
        if (I <= LastRead && Item.E.Writes.count(Var)) {
          InBody = true;
          Before &= I < Copy.Path.Item;
        }
      QualType Type = Var->getType();
      if (Before && !OfThread.reaches(Var) && !A.Callers.PerThread.count(Var) &&
          !A.Flow.isAliased(Var) && !Type.isVolatileQualified() &&
          (Type->isIntegerType() || Type->isRecordType())) {
        Agreed.insert(Var);
        if (!InBody)
          Steady.insert(Var);
      }
    }
  for (const Stmt *Child : S->children())
    readVariables(Child);
}

/// Every read of the tile in item \p Item; false if something else is done.
bool ContentsProof::readUses(const Stmt *S, unsigned Item) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Var) {
    auto IsTile = [&](const MemoryRoot &Root) {
      return Root.Kind == MemoryRoot::Unknown ||
             (Root.Kind == MemoryRoot::Shared &&
              Root.Var->getCanonicalDecl() == Copy.Tile->getCanonicalDecl());
    };
    bool Leads = Var->getCanonicalDecl() == Copy.Tile->getCanonicalDecl();
    if (Var->getType()->isPointerType())
      Leads |= llvm::any_of(A.Flow.rootsOfPointer(Ref), IsTile);
    else if (Var->getType()->isReferenceType())
      Leads |= llvm::any_of(A.Flow.rootsOfObject(Ref), IsTile);
    if (!Leads)
      return true;
    NamedAccess Access = accessThrough(Ref, A.Parents);
    // What a function does with an address is known of readers only.
    if (Access.Kind == NamedAccess::Argument)
      Access.Kind = NamedAccess::NotUnderstood;
    if (auto To = Access.Kind == NamedAccess::NotUnderstood
                      ? passedToReader(Ref, A.Parents)
                      : std::nullopt) {
      Access = {NamedAccess::Object, To->Object, To->Object->getType()};
      Passed.insert(To->Param);
    }
    if (Access.Kind == NamedAccess::Object) {
      if (Item <= Copy.Path.Item || Access.Type->isDependentType() ||
          Access.Type->isIncompleteType())
        return false;
      Reads.push_back(
          {Access.At, A.Ctx.getTypeSizeInChars(Access.Type).getQuantity()});
    }
    return Access.Kind != NamedAccess::NotUnderstood;
  }
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return readUses(Child, Item); });
}

bool ContentsProof::isNamedOutside(const Stmt *S) const {
  return mentions(S, Copy.Tile, A.M.Header.Body);
}

bool ContentsProof::holds() {
  const LoopModel &M = A.M;
  if (!Copy.Path.Calls.empty() || Copy.From.ByGroup ||
      M.Staged.UsedAfter.count(Copy.Tile) ||
      (M.Staged.Dynamic && !M.Staged.Dynamic->NamesAfter.empty()) ||
      llvm::any_of(M.Staged.SharedWith,
                   [&](const auto &S) { return S.first == Copy.Tile; }) ||
      !(Copy.Tile->isLocalVarDecl()))
    return false;
  // Jumps into blocks; bodies that run when they are called.
  if (holdsA<LabelStmt, SwitchCase, LambdaExpr, StmtExpr>(M.Header.Body))
    return false;
  // The header, and what is around the loop, sees no stage.
  auto ReadsShared = [](const MemoryAccess &R) {
    return R.Root.Kind == MemoryRoot::Shared;
  };
  if (llvm::any_of(A.CondEffects.MemoryReads, ReadsShared) ||
      llvm::any_of(A.IncEffects.MemoryReads, ReadsShared) ||
      (!isDynamicShared(*Copy.Tile) && isNamedOutside(M.Kernel->getBody())))
    return false;
  for (auto [I, Item] : llvm::enumerate(M.Items))
    if (I <= Copy.Path.Item || !Item.E.MemoryReads.empty())
      LastRead = I;
  readVariables(M.Kernel->getBody());
  for (const ForStmt *Loop : Copy.Path.Loops)
    if (!readLoop(*Loop))
      return false;
  // Where it keeps the store out, it keeps the reads out too.
  for (auto [I, Cond] : llvm::enumerate(Copy.Path.Conditions))
    if (!isReadUnder(A, Copy, *Cond, Copy.Path.InElse[I]) &&
        !readCondition(Cond, !Copy.Path.InElse[I]))
      return false;
  if (!isSteady(Copy.Destination))
    return false;
  for (auto [I, Item] : llvm::enumerate(M.Items)) {
    auto IsTile = [&](const MemoryAccess &R) {
      return R.Root.Kind == MemoryRoot::Shared &&
             (R.Root.Var == Copy.Tile ||
              (isDynamicShared(*R.Root.Var) && isDynamicShared(*Copy.Tile)));
    };
    if (A.inLoad(I)) {
      if (llvm::any_of(Item.E.MemoryReads, IsTile))
        return false;
      continue;
    }
    if (!readUses(Item.S, I))
      return false;
    // What a called function reads by itself stands elsewhere.
    for (const MemoryAccess &R : Item.E.MemoryReads)
      if (IsTile(R) && (!R.Where || !(Passed.count(wholeOf(R.Where)) ||
                                      contains(Item.S, R.Where))))
        return false;
  }
  return llvm::all_of(Changing, [&](const StoreCondition &LeftOut) {
    return llvm::all_of(
        Reads, [&](const TileRead &Read) { return isApart(LeftOut, Read); });
  });
}

bool readsOnlyStored(const LoopAnalysis &A, const TileCopy &Copy,
                     const Taint &Moving, const LaunchFacts &Facts) {
  return ContentsProof(A, Copy, Moving, Facts).holds();
}

} // namespace cudapipe
