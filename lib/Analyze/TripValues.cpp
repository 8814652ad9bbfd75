//===- TripValues.cpp - What load and compute each work out ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripValues.h"

using namespace clang;

namespace cudapipe {

/// Running \p Item once more does nothing but set its variables again.
static bool isRepeatable(const BodyItem &Item) {
  const Effects &E = Item.E;
  return (Item.R == Role::Load || Item.R == Role::Both) &&
         E.MemoryWrites.empty() && E.Pinned.empty() && E.Unknown.empty() &&
         E.Barriers.empty() && E.AsyncCopies.empty() && E.Exits.empty() &&
         // What another thread puts into shared memory changes with barriers.
         llvm::all_of(E.MemoryReads, [](const MemoryAccess &R) {
           return R.Root.Kind == MemoryRoot::Global;
         });
}

/// No trip hands a value of \p Var to the next, or to the loop header.
static bool isSetInEveryTrip(const LoopAnalysis &A, const VarDecl *Var) {
  if (A.CondEffects.Reads.count(Var) || A.IncEffects.Reads.count(Var) ||
      A.IncEffects.Writes.count(Var) || A.DeclaredInHeader.count(Var))
    return false;
  for (const BodyItem &Item : A.M.Items) {
    if (Item.E.UpwardReads.count(Var))
      return false;
    if (Item.E.Kills.count(Var))
      return true;
    if (Item.E.Writes.count(Var))
      return false;
  }
  return false;
}

std::optional<TripValues> valuesOfTrip(const LoopAnalysis &A,
                                       const VarDecl *Var) {
  TripValues Out;
  Out.Vars.insert(Var);
  for (unsigned Next = 0; Next < Out.Vars.size(); ++Next) {
    const VarDecl *Set = Out.Vars[Next];
    if (!isSetInEveryTrip(A, Set))
      return std::nullopt;
    for (unsigned I = 0; I < A.M.Items.size(); ++I) {
      if (!A.M.Items[I].E.Writes.count(Set))
        continue;
      if (!isRepeatable(A.M.Items[I]))
        return std::nullopt;
      Out.Items.insert(I);
      Out.Vars.insert(A.M.Items[I].E.Writes.begin(),
                      A.M.Items[I].E.Writes.end());
    }
  }
  return Out;
}

} // namespace cudapipe
