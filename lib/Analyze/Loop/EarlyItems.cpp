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

} // namespace cudapipe
