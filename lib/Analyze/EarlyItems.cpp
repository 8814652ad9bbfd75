//===- EarlyItems.cpp - What a trip has to know before it loads ahead -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int j = 0; j < n; j += len) {
//     if (j + len > n) len = n - j;      early: where the next tile starts
//     ...                                hangs on it
//
// Early items run in front of the next load. That load makes them once more, in
// copies of their variables, from what this trip has left there: as the next
// trip will.
//
//===----------------------------------------------------------------------===//

#include "LoopAnalysis.h"

using namespace clang;

namespace cudapipe {

/// \p Item only sets variables, from others and from global memory.
static bool onlySetsVariables(const BodyItem &Item) {
  const Effects &E = Item.E;
  return Item.R != Role::Advance && Item.R != Role::Declaration &&
         E.MemoryWrites.empty() && E.Pinned.empty() && E.Unknown.empty() &&
         E.Barriers.empty() && E.AsyncCopies.empty() && E.Exits.empty() &&
         llvm::all_of(E.MemoryReads, [](const MemoryAccess &R) {
           return R.Root.Kind == MemoryRoot::Global;
         });
}

bool settleEarly(LoopAnalysis &A, const VarDecl *Var) {
  LoopModel &M = A.M;
  VarSet Vars;
  llvm::SmallSetVector<unsigned, 4> Items;
  Vars.insert(Var);
  for (unsigned Next = 0; Next < Vars.size(); ++Next) {
    const VarDecl *Set = Vars[Next];
    if (!Set->hasLocalStorage() || !Set->getType()->isIntegerType() ||
        A.Flow.isAliased(Set) || A.IncEffects.Writes.count(Set) ||
        A.DeclaredInHeader.count(Set) ||
        (A.declaredInBody(Set) && M.isCarried(Set)))
      return false;
    for (unsigned I = 0; I < M.Items.size(); ++I) {
      const Effects &E = M.Items[I].E;
      if (!E.Writes.count(Set))
        continue;
      if (!onlySetsVariables(M.Items[I]))
        return false;
      Items.insert(I);
      Vars.insert(E.Writes.begin(), E.Writes.end());
      // What was set for it in this trip has to be early, too.
      for (unsigned Before = 0; Before < I; ++Before)
        for (const VarDecl *Read : E.UpwardReads)
          if (M.Items[Before].E.Writes.count(Read))
            Vars.insert(Read);
    }
  }
  bool InLoad = llvm::any_of(Items, [&](unsigned I) { return A.inLoad(I); });
  for (unsigned I : Items) {
    M.Items[I].Early = true;
    if (InLoad)
      M.Items[I].R = Role::Both;
  }
  for (const VarDecl *Set : Vars) {
    if (InLoad && M.isCarried(Set))
      M.Variables.Settled.insert(Set);
    else if (InLoad && !A.declaredInBody(Set))
      M.Variables.Private.insert(Set);
  }
  return true;
}

MaybeRejection checkEarly(const LoopAnalysis &A) {
  const LoopModel &M = A.M;
  auto Reject = [&](const VarDecl *Var, unsigned I) {
    return Rejection{RejectionKind::StatePassedAround,
                     M.Items[I].S->getSourceRange(),
                     quoted(Var) + " is needed a trip early; set it at the "
                                   "start of the trip, where nothing has used "
                                   "it or changed what it is set from"};
  };
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    if (!M.Items[I].Early)
      continue;
    const Effects &E = M.Items[I].E;
    // It moves in front of these; the load phase has copies of its own.
    for (unsigned J = 0; J < I; ++J) {
      const BodyItem &Before = M.Items[J];
      if (Before.Early || Before.R == Role::Load)
        continue;
      for (const VarDecl *Var : E.Writes)
        if (Before.E.Reads.count(Var) || Before.E.Writes.count(Var))
          return Reject(Var, I);
      for (const VarDecl *Var : E.Reads)
        if (Before.E.Writes.count(Var))
          return Reject(Var, I);
    }
    // The load phase would make this update with the value of this trip.
    for (const Recurrence &R : M.Variables.Recurrences)
      if (R.UpdatedInLoad && M.Items[I].R != Role::Both)
        for (const VarDecl *Var : effectsOf(R.Update, A.Flow, A.Ctx).Reads)
          if (E.Writes.count(Var))
            return Reject(Var, I);
  }
  return std::nullopt;
}

} // namespace cudapipe
