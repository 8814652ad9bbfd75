//===- TripValues.cpp - What load and compute each work out ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripValues.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

/// Running \p Item once more does nothing but set its variables again.
static bool isRepeatable(const BodyItem &Item, const LoopAnalysis &A) {
  const Effects &E = Item.E;
  return (Item.R == Role::Load || Item.R == Role::Both) &&
         E.MemoryWrites.empty() && E.Pinned.empty() && E.Unknown.empty() &&
         E.Barriers.empty() && E.AsyncCopies.empty() && E.Exits.empty() &&
         // What another thread puts into shared memory changes with barriers.
         llvm::all_of(E.MemoryReads, [&](const MemoryAccess &R) {
           return R.Root.Kind == MemoryRoot::Global ||
                  (R.Root.Kind == MemoryRoot::Shared && R.Root.Var &&
                   !A.isStored(R.Root.Var));
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

/// \p Var is declared inside of \p S, which nobody else sees.
static bool isInside(const Stmt *S, const VarDecl *Var) {
  return !isa<DeclStmt>(S) && Var->hasLocalStorage() && declarationIn(S, Var);
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
      if (!isRepeatable(A.M.Items[I], A))
        return std::nullopt;
      Out.Items.insert(I);
      for (const VarDecl *Other : A.M.Items[I].E.Writes)
        if (!isInside(A.M.Items[I].S, Other))
          Out.Vars.insert(Other);
    }
  }
  return Out;
}

/// \p Item declares \p Var and sets nothing.
static bool onlyDeclares(const BodyItem &Item, const VarDecl *Var) {
  const auto *Decls = dyn_cast<DeclStmt>(Item.S);
  return Decls && llvm::is_contained(Decls->decls(), Var) &&
         llvm::all_of(Decls->decls(), [](const Decl *D) {
           const auto *Other = dyn_cast<VarDecl>(D);
           return Other && !Other->getInit();
         });
}

llvm::SmallVector<unsigned, 4> settersOf(const LoopModel &M, const VarDecl *Var,
                                         unsigned Reader, bool Nearest) {
  llvm::SmallVector<unsigned, 4> Out;
  const unsigned Count = M.Items.size();
  for (unsigned Back = 1; Back <= Count; ++Back) {
    unsigned I = (Reader + Count - Back) % Count;
    const Effects &E = M.Items[I].E;
    if (E.Writes.count(Var))
      Out.push_back(I);
    if (Nearest && E.Kills.count(Var) && I != Reader)
      break;
  }
  // A variable without its declaration is none.
  for (unsigned I = 0; I < Count; ++I)
    if (const auto *Decls = dyn_cast<DeclStmt>(M.Items[I].S);
        Decls && llvm::is_contained(Decls->decls(), Var) &&
        !llvm::is_contained(Out, I))
      Out.push_back(I);
  return Out;
}

bool isOfEachPhase(const LoopAnalysis &A, const VarDecl *Var) {
  if (A.CondEffects.Reads.count(Var) || A.IncEffects.Reads.count(Var))
    return false;
  bool SetIn[2] = {false, false};
  for (unsigned I = 0; I < A.M.Items.size(); ++I) {
    const BodyItem &Item = A.M.Items[I];
    if (onlyDeclares(Item, Var))
      continue;
    if (const auto *Decls = dyn_cast<DeclStmt>(Item.S);
        Decls && llvm::is_contained(Decls->decls(), Var))
      return false; // a declaration is of one side, and gives the first value
    bool &IsSet = SetIn[Item.R == Role::Load];
    if (Item.E.UpwardReads.count(Var) && !IsSet)
      return false;
    if (!Item.E.Writes.count(Var) && !Item.E.Kills.count(Var))
      continue;
    if (Item.Early || (Item.R != Role::Load && Item.R != Role::Compute))
      return false;
    // What the other phase has set is gone.
    SetIn[Item.R != Role::Load] = false;
    IsSet |= Item.E.Kills.count(Var);
  }
  return true;
}

bool isUsedAfterLoop(const LoopAnalysis &A, const VarDecl *Var) {
  if (A.declaredInBody(Var) || A.DeclaredInHeader.count(Var) ||
      A.EndWithLoop.count(Var))
    return false;
  if (A.Flow.isMember(Var))
    return true;
  // A variable of the caller.
  if (const auto *Param = dyn_cast<ParmVarDecl>(Var);
      Param && A.Flow.boundRoots(Param))
    return true;
  const Stmt *Inner = A.M.Header.LoopWithPragmas;
  auto Reads = [&](const Stmt *S) {
    return S && effectsOf(S, A.Flow, A.Ctx).UpwardReads.count(Var);
  };
  bool Leaves = false; // what is set behind may be jumped over
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    if (const auto *Block = dyn_cast<CompoundStmt>(Outer)) {
      bool After = false;
      for (const Stmt *S : Block->body()) {
        if (S == Inner) {
          After = true;
        } else if (After) {
          Effects E = effectsOf(S, A.Flow, A.Ctx);
          if (E.UpwardReads.count(Var))
            return true;
          Leaves |= !E.Exits.empty();
          if (E.Kills.count(Var) && !Leaves)
            return false;
        }
      }
    } else if (isa<ForStmt, WhileStmt, DoStmt>(Outer)) {
      const auto *For = dyn_cast<ForStmt>(Outer);
      const auto *Do = dyn_cast<DoStmt>(Outer);
      if (Reads(Outer) ||
          (For && (Reads(For->getInc()) || Reads(For->getCond()))) ||
          (Do && Reads(Do->getCond())))
        return true;
    }
  }
  return false;
}

} // namespace cudapipe
