//===- BesideLoad.cpp - What runs beside the load phase -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (...) {
//     count[t] = 0;         // the head: up to the barrier that publishes
//     tile[t] = A[k + t];
//     __syncthreads();
//     atomicAdd(&count[f(tile)], 1);
//     __syncthreads();
//     out[k] = count[t];    // the tail: behind the last barrier
//   }
//
// With one barrier at the top of the trip both run together with the compute
// phase. Where they meet it in memory, the barrier between stays where it is.
//
//===----------------------------------------------------------------------===//

#include "Rules/Rules.h"
#include "cudapipe/Analyze/AsyncOperation.h"

using namespace clang;

namespace cudapipe {

static bool mayBeSame(const MemoryRoot &X, const MemoryRoot &Y,
                      const LoopAnalysis &A) {
  // A function may declare dynamic shared memory anew.
  if (X.Kind == MemoryRoot::Shared && Y.Kind == MemoryRoot::Shared)
    return X.Var == Y.Var ||
           (X.Var->hasExternalStorage() && Y.Var->hasExternalStorage());
  return !neverOverlap(A, X, Y);
}

namespace {
/// What the barriers of a trip keep apart. The compute phase goes on at the
/// start of the next trip where a barrier stands at the top.
enum class Phase { Head, Compute, Tail };
} // namespace

static Phase phaseOf(const LoopModel &M, unsigned Item) {
  if (M.Barriers.AtTop)
    return Item > M.Barriers.Reuse && Item < M.Barriers.Publish
               ? Phase::Head
               : Phase::Compute;
  return Item < M.Barriers.Publish ? Phase::Head
         : Item < M.Barriers.Reuse ? Phase::Compute
                                   : Phase::Tail;
}

/// Item \p Beside and what runs in phase \p Other may touch the same memory, or
/// other blocks may watch it.
static bool meets(const LoopAnalysis &A, unsigned Beside, Phase Other) {
  auto Meet = [&](llvm::ArrayRef<MemoryAccess> Xs,
                  llvm::ArrayRef<MemoryAccess> Ys) {
    return llvm::any_of(Xs, [&](const MemoryAccess &X) {
      return llvm::any_of(Ys, [&](const MemoryAccess &Y) {
        return mayBeSame(X.Root, Y.Root, A);
      });
    });
  };
  const LoopModel &M = A.M;
  const Effects &X = M.Items[Beside].E;
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const Effects &Y = M.Items[I].E;
    if (phaseOf(M, I) == Other && M.Items[I].R != Role::Load &&
        M.Items[I].R != Role::Barrier &&
        (Meet(X.MemoryWrites, Y.MemoryWrites) ||
         Meet(X.MemoryWrites, Y.MemoryReads) ||
         Meet(X.MemoryReads, Y.MemoryWrites)))
      return true;
  }
  return !X.Pinned.empty();
}

/// Some item of phase \p One meets phase \p Other.
static bool anyMeets(const LoopAnalysis &A, Phase One, Phase Other) {
  const LoopModel &M = A.M;
  for (unsigned I = 0; I < M.Items.size(); ++I)
    if (phaseOf(M, I) == One && !A.inLoad(I) && M.Items[I].R != Role::Barrier &&
        M.Items[I].R != Role::AsyncGroup && meets(A, I, Other))
      return true;
  return false;
}

/// With one buffer the next tile is stored behind the tail.
static bool tailReadsTile(const LoopAnalysis &A) {
  const LoopModel &M = A.M;
  for (unsigned I = M.Barriers.Reuse + 1; I < M.Items.size(); ++I)
    for (const MemoryAccess &R : M.Items[I].E.MemoryReads)
      if (R.Root.Kind == MemoryRoot::Shared && A.isTile(R.Root.Var))
        return true;
  return false;
}

void keepBarriers(LoopAnalysis &A) {
  LoopModel &M = A.M;
  // A barrier that waits for copies would wait for the next tile, too.
  auto MayStay = [&](unsigned Barrier) {
    return !waitsWithBlock(M.Items[Barrier].S, A.Ctx) &&
           !M.isOfPipeline(Barrier);
  };
  bool MayPublish = MayStay(M.Barriers.Publish);
  M.Barriers.KeepsPublish =
      MayPublish && anyMeets(A, Phase::Head, Phase::Compute);
  M.Barriers.KeepsReuse =
      M.Barriers.VotesLast ||
      (!M.Barriers.AtTop && MayStay(M.Barriers.Reuse) && !tailReadsTile(A) &&
       anyMeets(A, Phase::Tail, Phase::Compute));
  // One of the two is enough between the head and the tail.
  if (!M.Barriers.KeepsPublish && !M.Barriers.KeepsReuse)
    M.Barriers.KeepsPublish =
        MayPublish && anyMeets(A, Phase::Head, Phase::Tail);
}

bool isKeptApart(const LoopAnalysis &A, unsigned Item) {
  const LoopModel &M = A.M;
  if (M.inCompute(Item))
    return true;
  // In front of a barrier at the top: of the phase before.
  if (M.Barriers.AtTop && Item < M.Barriers.Reuse)
    return false;
  bool IsHead = phaseOf(M, Item) == Phase::Head;
  if (IsHead && M.Barriers.KeepsPublish)
    return true;
  bool OneStays = M.Barriers.KeepsPublish || M.Barriers.KeepsReuse;
  return !meets(A, Item, Phase::Compute) &&
         (OneStays || !meets(A, Item, IsHead ? Phase::Tail : Phase::Head));
}

} // namespace cudapipe
