//===- OwnStores.cpp - What a trip reads of what it stored ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that reads behind a barrier what the same trip has stored hides
// nothing: a window that slides over the source, buffers that only save a
// barrier.
//
//   tile[next][t] = A[k];            tile[k % 2][t] = A[k];
//   __syncthreads();                 __syncthreads();
//   use(tile[last], tile[next]);     use(tile[k % 2]);
//
//===----------------------------------------------------------------------===//

#include "IndexForm.h"
#include "PipelineFinder.h"

using namespace clang;

namespace cudapipe {

/// The parts of \p S that go round from trip to trip, variables of the body
/// replaced by what they are set to.
void PipelineFinder::collectRotating(const Stmt *S,
                                     llvm::SmallVectorImpl<const Expr *> &Out,
                                     unsigned Depth) const {
  if (!S || Depth > 8)
    return;
  const auto *E = dyn_cast<Expr>(S);
  if (const auto *Op = dyn_cast<BinaryOperator>(S);
      Op &&
      (Op->getOpcode() == BO_Rem || Op->getOpcode() == BO_Xor ||
       Op->getOpcode() == BO_And) &&
      moves(Op)) {
    Out.push_back(Op);
    return;
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(S);
      Not && Not->getOpcode() == UO_LNot && moves(Not)) {
    Out.push_back(Not);
    return;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || !Moving.reaches(Var))
      return;
    if (A.declaredInBody(Var) && Var->getInit())
      collectRotating(Var->getInit(), Out, Depth + 1);
    else if (!Counters.count(Var) && rotates(E))
      Out.push_back(E);
    return;
  }
  for (const Stmt *Child : S->children())
    collectRotating(Child, Out, Depth);
}

/// Behind a barrier the trip reads what \p Store put into \p Tile.
bool PipelineFinder::readsOwnStore(const VarDecl *Tile,
                                   const Stmt *Store) const {
  llvm::SmallVector<const Expr *, 2> Stored;
  const auto *E = dyn_cast<Expr>(Store);
  const auto *Op = dyn_cast_or_null<BinaryOperator>(
      E ? E->IgnoreImplicit()->IgnoreParens() : nullptr);
  collectRotating(Op && Op->isAssignmentOp() ? Op->getLHS() : Store, Stored);
  bool SeenStore = false, BarrierSince = false;
  for (const Stmt *S : A.M.Header.Body->body()) {
    Effects Done = effectsOf(S, A.Flow, A.Ctx);
    if (BarrierSince)
      for (const MemoryAccess &R : Done.MemoryReads) {
        if (R.Root.Kind != MemoryRoot::Shared || R.Root.Var != Tile)
          continue;
        llvm::SmallVector<const Expr *, 2> Read;
        collectRotating(R.Where, Read);
        if (llvm::all_of(Stored, [&](const Expr *X) {
              return llvm::any_of(Read, [&](const Expr *Y) {
                return sameExpression(X, Y, A.Ctx);
              });
            }))
          return true;
      }
    Statements Leaves;
    collectLeaves(S, Leaves);
    SeenStore |= llvm::is_contained(Leaves, Store);
    BarrierSince |= SeenStore && mayMeet(Done);
    // Another buffer goes by that name from here on.
    if (SeenStore && llvm::any_of(Stored, [&](const Expr *X) {
          return llvm::any_of(
              effectsOf(X, A.Flow, A.Ctx).Reads,
              [&](const VarDecl *Var) { return Done.Writes.count(Var); });
        }))
      return false;
  }
  return false;
}

/// What the loop stores by a statement with the effects \p Store is what it
/// has loaded, not what it has computed.
bool PipelineFinder::isCopied(const Effects &Store) const {
  VarSet FromMemory, Computed;
  Statements Leaves;
  collectLeaves(A.M.Header.Body, Leaves);
  for (const Stmt *S : Leaves) {
    Effects E = effectsOf(S, A.Flow, A.Ctx);
    if (reads(E, MemoryRoot::Shared))
      Computed.insert(E.Writes.begin(), E.Writes.end());
    else if (reads(E, MemoryRoot::Global))
      FromMemory.insert(E.Writes.begin(), E.Writes.end());
  }
  auto ReadsAny = [&](const VarSet &Vars) {
    return llvm::any_of(Store.Reads,
                        [&](const VarDecl *Var) { return Vars.count(Var); });
  };
  return !reads(Store, MemoryRoot::Shared) && !ReadsAny(Computed) &&
         (reads(Store, MemoryRoot::Global) || ReadsAny(FromMemory));
}

/// A variable that \p Store puts into a tile and that the trip loads anew only
/// behind it.
const VarDecl *PipelineFinder::loadedByTripBefore(const Stmt *Store) const {
  Statements Leaves;
  collectLeaves(A.M.Header.Body, Leaves);
  Effects E = effectsOf(Store, A.Flow, A.Ctx);
  for (const VarDecl *Var : E.Reads) {
    bool Before = false, Behind = false, Seen = false;
    for (const Stmt *S : Leaves) {
      Seen |= S == Store;
      Effects Other = effectsOf(S, A.Flow, A.Ctx);
      if (!Other.Writes.count(Var))
        continue;
      // The store counts by itself: `tile[t] = A[i++];`.
      (Seen && S != Store ? Behind : Before) = true;
      if (!reads(Other, MemoryRoot::Global) || reads(Other, MemoryRoot::Shared))
        Before = true;
    }
    if (Behind && !Before)
      return Var;
  }
  return nullptr;
}

} // namespace cudapipe
