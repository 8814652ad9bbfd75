//===- TileContents.cpp - Does a trip read only what it stored? -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each condition that may keep a store out of a trip, and each read:
//
//   left out    Ks[r][c], r >= rows               from byte 4 * D * rows on
//   read        Ks[j][k], j < rows, k < D         up to byte 4 * D * rows - 1
//
// An element that is stored in no trip at all is the same in all buffers. So
// nothing has to be known of how the threads share the elements out: only that
// what this trip leaves out is apart from what it reads.
//
//===----------------------------------------------------------------------===//

#include "TileContents.h"
#include "BlockQuery.h"
#include "ContentsProof.h"
#include "LoopStep.h"
#include "NamedAccess.h"
#include "PassedObjects.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

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
      if (Before && !OfThread.reaches(Var) && !A.PerThread.count(Var) &&
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
  if (!S || S == A.M.Header.Body)
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  return (Ref && Ref->getDecl() == Copy.Tile) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return isNamedOutside(Child); });
}

static bool holdsAny(const Stmt *S,
                     llvm::function_ref<bool(const Stmt *)> Wanted) {
  return S && (Wanted(S) || llvm::any_of(S->children(), [&](const Stmt *C) {
                 return holdsAny(C, Wanted);
               }));
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
  if (holdsAny(M.Header.Body, [](const Stmt *S) {
        return isa<LabelStmt, SwitchCase, LambdaExpr, StmtExpr>(S);
      }))
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
  for (auto [I, Cond] : llvm::enumerate(Copy.Path.Conditions))
    if (!readCondition(Cond, !Copy.Path.InElse[I]))
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
                                      holdsAny(Item.S, [&](const Stmt *S) {
                                        return S == R.Where;
                                      }))))
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
