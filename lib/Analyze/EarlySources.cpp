//===- EarlySources.cpp - Rule 1 for loads made a trip early --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "EarlyLoads.h"
#include "cudapipe/Analyze/BuildLoopModel.h"

using namespace clang;

namespace cudapipe {

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
      return !neverOverlap(Source->Root, W.Root, A.AssumeNoAlias);
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
        if (!neverOverlap(Source->Root, W.Root, A.AssumeNoAlias))
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

OrRejection<LoopModel> buildEarlyLoads(const LoopCandidate &Candidate,
                                       const ASTContext &Ctx,
                                       bool AssumeNoAlias) {
  LaunchFacts Facts;
  LoopAnalysis A(*Candidate.Kernel, *Candidate.Loop, Ctx, Facts, AssumeNoAlias,
                 /*SplitRegions=*/false);
  for (auto *Step :
       {readCallers, readHeader, checkLambda, readItems, checkRaces})
    if (MaybeRejection Why = Step(A))
      return *Why;
  if (MaybeRejection Why = findOwnPipeline(A))
    return *Why;
  A.M.Staged.Tiles = possibleTiles(A);
  bool HasBarrier = false;
  for (unsigned I = 0; I < A.M.Items.size(); ++I) {
    if (!A.M.Items[I].E.AsyncCopies.empty())
      return Rejection{RejectionKind::AsyncCopyInLoop,
                       A.M.Items[I].S->getSourceRange(),
                       "the loop copies asynchronously"};
    if (A.M.Items[I].R == Role::Barrier) {
      A.M.Barriers.Publish = I;
      HasBarrier = true;
    }
  }
  if (!HasBarrier || A.M.Staged.Tiles.empty())
    return Rejection{RejectionKind::UnsupportedLoop,
                     A.M.Header.Loop->getSourceRange(),
                     "no barrier stands at the top level of the loop body"};
  for (auto *Step :
       {findEarlyLoads, sliceEarlyLoads, checkEarlySources, checkUniform})
    if (MaybeRejection Why = Step(A))
      return *Why;
  A.M.Pointers = std::make_shared<PointerFlow>(A.Flow);
  return std::move(A.M);
}

} // namespace cudapipe
