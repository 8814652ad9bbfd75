//===- Rule1StableSource.cpp - Nothing writes what is loaded ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The load of the next tile runs in front of what this trip still writes. So
// nothing in the loop may write memory that the load may read; of loads that
// are made a trip early, nothing between them and where they stood.
//
//===----------------------------------------------------------------------===//

#include "Analyze/Loop/EarlyLoads.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "Analyze/Pointers/Callers.h"
#include "Analyze/Threads/DivergentExits.h"
#include "Rules.h"
#include "cudapipe/Analyze/BuildLoopModel.h"
#include "cudapipe/Analyze/Taint.h"

using namespace clang;

namespace cudapipe {

namespace {

/// C11 6.7.3.1: an object that is written through one restrict pointer is not
/// accessed through a pointer of another origin. `const` proves nothing.
bool isRestrict(const VarDecl *Var) {
  return Var && Var->getType().isRestrictQualified();
}

/// Nobody writes there while the kernel runs: Programming Guide, "Global
/// Memory", of what nvcc may load through the read-only cache.
bool isReadOnly(const MemoryRoot &Root, bool AssumeNoAlias) {
  return Root.Kind == MemoryRoot::Global && Root.Var &&
         Root.Var->getType()->isPointerType() &&
         Root.Var->getType()->getPointeeType().isConstQualified() &&
         (isRestrict(Root.Var) || AssumeNoAlias);
}

/// A named array in device memory, which no other named array overlaps.
bool isDeviceArray(const VarDecl *Var) {
  return Var && !Var->hasLocalStorage() && !Var->getType()->isPointerType() &&
         !Var->getType()->isReferenceType();
}

} // namespace

bool neverOverlap(const MemoryRoot &A, const MemoryRoot &B,
                  bool AssumeNoAlias) {
  // Programming Guide, "Texture and Surface Memory": fetching what the same
  // kernel has written is undefined.
  if (A.Kind == MemoryRoot::Texture || B.Kind == MemoryRoot::Texture)
    return true;
  if (A.Kind == MemoryRoot::Stranger || B.Kind == MemoryRoot::Stranger)
    return isReadOnly(A.Kind == MemoryRoot::Stranger ? B : A, AssumeNoAlias);
  if (A.Kind == MemoryRoot::Shared || B.Kind == MemoryRoot::Shared)
    return A.Kind != B.Kind && A.Kind != MemoryRoot::Unknown &&
           B.Kind != MemoryRoot::Unknown;
  if (A.Kind != MemoryRoot::Global || B.Kind != MemoryRoot::Global)
    return false;
  if (!A.Var || !B.Var || A.Var == B.Var)
    return false;
  return isRestrict(A.Var) || isRestrict(B.Var) || AssumeNoAlias ||
         (isDeviceArray(A.Var) && isDeviceArray(B.Var));
}

bool neverOverlap(const LoopAnalysis &A, const MemoryRoot &X,
                  const MemoryRoot &Y) {
  if (neverOverlap(X, Y, A.AssumeNoAlias))
    return true;
  auto IsPassed = [&](const MemoryRoot &Root) {
    return Root.Kind == MemoryRoot::Global &&
           isa_and_nonnull<ParmVarDecl>(Root.Var) &&
           Root.Var->getDeclContext() == A.M.Kernel;
  };
  if (!A.PassedApart || !IsPassed(X) || !IsPassed(Y) || X.Var == Y.Var ||
      !A.PassedApart(cast<ParmVarDecl>(*X.Var), cast<ParmVarDecl>(*Y.Var)))
    return false;
  A.ReliesOnLaunches = true;
  return true;
}

const char *overlapHint(const MemoryAccess &Read, const MemoryAccess &Write) {
  // Pointers that come out of memory, or are members.
  if (Read.Root.Kind == MemoryRoot::Global &&
      Write.Root.Kind == MemoryRoot::Global &&
      !(Read.Root.Var && Write.Root.Var))
    return " (copies of the pointers that are declared __restrict__ in front "
           "of the loop say so, if they never overlap)";
  return neverOverlap(Read.Root, Write.Root, /*AssumeNoAlias=*/true)
             ? " (declare the pointers __restrict__, or pass "
               "--assume-no-alias, if they never overlap)"
             : "";
}

MaybeRejection checkObserves(const BodyItem &Item) {
  // Loading ahead of a wait for another block would read too early.
  for (const Occurrence &O : Item.E.Pinned)
    if (O.Observes)
      return Rejection{RejectionKind::VolatileAccess, O.Where->getSourceRange(),
                       O.What + ": the next tile may not be there before it"};
  return std::nullopt;
}

MaybeRejection checkSources(LoopAnalysis &A) {
  llvm::SmallVector<const MemoryAccess *, 8> Sources, Writes;
  for (unsigned I = 0; I < A.M.Items.size(); ++I) {
    const Effects &E = A.M.Items[I].E;
    for (const MemoryAccess &W : E.MemoryWrites)
      if (W.Root.Kind != MemoryRoot::Shared)
        Writes.push_back(&W);
    if (A.inLoad(I) || A.M.Items[I].Early)
      for (const MemoryAccess &R : E.MemoryReads)
        Sources.push_back(&R);
  }
  for (const MemoryAccess &R : A.CondEffects.MemoryReads) {
    if (R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var))
      return Rejection{RejectionKind::LoadDependsOnCompute,
                       R.Where->getSourceRange(),
                       "the loop condition reads shared memory that the loop "
                       "writes"};
    Sources.push_back(&R);
  }
  // One barrier a trip takes the place of two: what stands beside the load may
  // not read what the compute phase writes, which was a barrier away.
  for (unsigned I = 0; I < A.M.Items.size(); ++I) {
    if (A.inLoad(I) || isKeptApart(A, I))
      continue;
    for (const MemoryAccess &R : A.M.Items[I].E.MemoryReads) {
      if (R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var))
        return Rejection{RejectionKind::UnsupportedLoop,
                         R.Where->getSourceRange(),
                         "this read of " + quoted(R.Root.Var) +
                             " in the load phase depends on a barrier that "
                             "goes away"};
      for (const MemoryAccess *W : Writes)
        if (!neverOverlap(A, R.Root, W->Root))
          return Rejection{
              RejectionKind::UnsupportedLoop, R.Where->getSourceRange(),
              "this read in the load phase may depend on " +
                  quoted(W->Where, A.Ctx) + " across a barrier that goes away" +
                  overlapHint(R, *W)};
    }
  }
  for (const MemoryAccess *Source : Sources)
    for (const MemoryAccess *W : Writes)
      if (!neverOverlap(A, Source->Root, W->Root)) {
        std::string Name =
            Source->Root.Var ? quoted(Source->Root.Var) : "the loaded memory";
        return Rejection{
            RejectionKind::SourceMayChange, W->Where->getSourceRange(),
            Name + " may be written by " + quoted(W->Where, A.Ctx) +
                overlapHint(*Source, *W)};
      }
  return std::nullopt;
}

//===- The same for loads made a trip early -----------------------------===//

/// All that the early loads, their addresses and conditions read.
static llvm::SmallVector<const MemoryAccess *, 8>
sourcesOf(const LoopAnalysis &A) {
  llvm::SmallVector<const MemoryAccess *, 8> Out;
  for (const BodyItem &Item : A.M.Items)
    if (Item.R == Role::Both)
      for (const MemoryAccess &R : Item.E.MemoryReads)
        if (R.Root.Kind != MemoryRoot::Shared)
          Out.push_back(&R);
  for (const MemoryAccess &R : A.CondEffects.MemoryReads)
    Out.push_back(&R);
  return Out;
}

/// \p E, in front of the loop or around it, may write one of \p Sources, or
/// waits for another block that does.
static bool mayWrite(const Effects &E,
                     llvm::ArrayRef<const MemoryAccess *> Sources,
                     const LoopAnalysis &A) {
  if (!E.Unknown.empty() || !E.AsyncCopies.empty() || E.observesOthers())
    return true;
  return llvm::any_of(E.MemoryWrites, [&](const MemoryAccess &W) {
    return llvm::any_of(Sources, [&](const MemoryAccess *Source) {
      return !neverOverlap(A, Source->Root, W.Root);
    });
  });
}

static bool writtenBefore(const LoopAnalysis &A,
                          llvm::ArrayRef<const MemoryAccess *> Sources) {
  if (A.inDeviceFunction())
    return true;
  const Stmt *Inner = A.M.Header.LoopWithPragmas;
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    if (isa<ForStmt, WhileStmt, DoStmt>(Outer) &&
        mayWrite(effectsOf(Outer, A.Flow, A.Ctx), Sources, A))
      return true;
    if (const auto *Block = dyn_cast<CompoundStmt>(Outer))
      for (const Stmt *S : Block->body()) {
        if (S == Inner)
          break;
        if (mayWrite(effectsOf(S, A.Flow, A.Ctx), Sources, A))
          return true;
      }
  }
  return false;
}

MaybeRejection checkEarlySources(LoopAnalysis &A) {
  LoopModel &M = A.M;
  auto Sources = sourcesOf(A);
  for (const MemoryAccess &R : A.CondEffects.MemoryReads)
    if (R.Root.Kind == MemoryRoot::Shared && A.isStored(R.Root.Var))
      return Rejection{RejectionKind::LoadDependsOnCompute,
                       R.Where->getSourceRange(),
                       "the loop condition reads shared memory that the loop "
                       "writes"};
  for (const BodyItem &Item : M.Items)
    for (const MemoryAccess &W : Item.E.MemoryWrites)
      for (const MemoryAccess *Source : Sources)
        if (!neverOverlap(A, Source->Root, W.Root))
          return Rejection{
              RejectionKind::SourceMayChange, W.Where->getSourceRange(),
              (Source->Root.Var ? quoted(Source->Root.Var)
                                : std::string("the loaded memory")) +
                  " may be written by " + quoted(W.Where, A.Ctx) +
                  overlapHint(*Source, W)};
  // In the first trip a barrier, or a wait of some lanes, may be what lets the
  // load see what other threads have written.
  unsigned Last = 0;
  for (const EarlyLoad &Load : M.Early->Loads)
    Last = std::max(Last, M.Early->Leaves[Load.Leaf].Item);
  bool WaitsBefore = false;
  for (unsigned I = 0; I <= Last; ++I)
    WaitsBefore |=
        !M.Items[I].E.Barriers.empty() || !M.Items[I].E.Pinned.empty();
  M.Early->BarrierBefore = WaitsBefore && writtenBefore(A, Sources);
  return std::nullopt;
}

std::optional<std::string> writtenAnywhere(const LoopAnalysis &A) {
  auto Sources = sourcesOf(A);
  auto Add = [&](const Effects &E) {
    for (const MemoryAccess &R : E.MemoryReads)
      Sources.push_back(&R);
  };
  Add(A.IncEffects);
  for (const BodyItem &Item : A.M.Items)
    if (Item.R == Role::Advance)
      Add(Item.E);
  const Effects Whole = effectsOf(A.M.Kernel->getBody(), A.Flow, A.Ctx);
  for (const MemoryAccess *Source : Sources) {
    // Nobody writes what is read only as long as the kernel runs.
    if (!A.inDeviceFunction() &&
        neverOverlap(Source->Root, MemoryRoot{MemoryRoot::Stranger},
                     A.AssumeNoAlias))
      continue;
    const std::string Name = Source->Root.Var ? quoted(Source->Root.Var)
                                              : std::string("what is loaded");
    if (A.inDeviceFunction())
      return "callers of " + quoted(A.M.Kernel) + " may write " + Name;
    if (!Whole.Unknown.empty() || Whole.observesOthers())
      return "the kernel does what cannot be seen, and may write " + Name;
    for (const MemoryAccess &W : Whole.MemoryWrites)
      if (!neverOverlap(A, Source->Root, W.Root))
        return Name + " may be written by " + quoted(W.Where, A.Ctx) +
               overlapHint(*Source, W);
  }
  return std::nullopt;
}

} // namespace cudapipe
