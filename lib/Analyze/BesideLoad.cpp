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

#include "LoopAnalysis.h"
#include "cudapipe/Analyze/AsyncOperation.h"

using namespace clang;

namespace cudapipe {

static bool mayBeSame(const MemoryRoot &X, const MemoryRoot &Y,
                      const LoopAnalysis &A) {
  // A function may declare dynamic shared memory anew.
  if (X.Kind == MemoryRoot::Shared && Y.Kind == MemoryRoot::Shared)
    return X.Var == Y.Var ||
           (X.Var->hasExternalStorage() && Y.Var->hasExternalStorage());
  return !neverOverlap(X, Y, A.AssumeNoAlias);
}

/// Item \p Beside and what runs between the barriers may touch the same memory,
/// or other blocks may watch it.
static bool meetsCompute(const LoopAnalysis &A, unsigned Beside) {
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
  unsigned End = M.BarrierAtTop ? M.Items.size() : M.ReuseBarrier;
  for (unsigned I = M.PublishBarrier + 1; I < End; ++I) {
    const Effects &Y = M.Items[I].E;
    if (M.Items[I].R != Role::Load && (Meet(X.MemoryWrites, Y.MemoryWrites) ||
                                       Meet(X.MemoryWrites, Y.MemoryReads) ||
                                       Meet(X.MemoryReads, Y.MemoryWrites)))
      return true;
  }
  return !X.Pinned.empty();
}

void keepBarriers(LoopAnalysis &A) {
  LoopModel &M = A.M;
  // A barrier that waits for copies would wait for the next tile, too.
  auto MayStay = [&](unsigned Barrier) {
    return !waitsWithBlock(M.Items[Barrier].S, A.Ctx);
  };
  auto Meets = [&](unsigned Begin, unsigned End) {
    for (unsigned I = Begin; I < End; ++I)
      if (!A.inLoad(I) && M.Items[I].R != Role::Barrier && meetsCompute(A, I))
        return true;
    return false;
  };
  M.KeepsPublishBarrier =
      MayStay(M.PublishBarrier) &&
      Meets(M.BarrierAtTop ? M.ReuseBarrier : 0, M.PublishBarrier);
  if (M.BarrierAtTop || !MayStay(M.ReuseBarrier))
    return;
  // With one buffer the next tile is stored behind the tail.
  for (unsigned I = M.ReuseBarrier + 1; I < M.Items.size(); ++I)
    for (const MemoryAccess &R : M.Items[I].E.MemoryReads)
      if (R.Root.Kind == MemoryRoot::Shared && A.isTile(R.Root.Var))
        return;
  M.KeepsReuseBarrier = Meets(M.ReuseBarrier + 1, M.Items.size());
}

bool isKeptApart(const LoopAnalysis &A, unsigned Item) {
  const LoopModel &M = A.M;
  if (M.inCompute(Item))
    return true;
  // In front of a barrier at the top: of the phase before.
  if (M.BarrierAtTop && Item < M.ReuseBarrier)
    return false;
  return (Item < M.PublishBarrier && M.KeepsPublishBarrier) ||
         !meetsCompute(A, Item);
}

} // namespace cudapipe
