//===- PipelineFinder.h - The search behind findOwnPipeline() ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_PIPELINEFINDER_H
#define CUDAPIPE_LIB_ANALYZE_PIPELINEFINDER_H

#include "Rules/Rules.h"
#include "cudapipe/Analyze/Taint.h"

namespace cudapipe {

using Statements = llvm::SmallVector<const clang::Stmt *, 16>;

/// The statements in \p S that hold no others, in order.
void collectLeaves(const clang::Stmt *S, Statements &Out);

class PipelineFinder {
public:
  explicit PipelineFinder(const LoopAnalysis &A)
      : A(A), Moving(A.M.Header.Body, A.Flow, A.Ctx, Taint::Seed::VariablesOnly,
                     carriedVariables(A)) {
    collectLeaves(A.M.Kernel->getBody(), Kernel);
    collectCounters(A.M.Header.Body);
    for (const clang::Stmt *S : Kernel) {
      Effects E = effectsOf(S, A.Flow, A.Ctx);
      if (reads(E, MemoryRoot::Global) && !reads(E, MemoryRoot::Shared))
        Loaded.insert(E.Writes.begin(), E.Writes.end());
    }
  }

  MaybeRejection find() const;
  /// The same of arrays that the plan leaves as they are, in a loop that no
  /// rule rejects: another tile of it was pipelined before.
  MaybeRejection findBesideTiles() const;

private:
  static bool reads(const Effects &E, MemoryRoot::KindTy Kind) {
    return llvm::any_of(E.MemoryReads, [&](const MemoryAccess &R) {
      return R.Root.Kind == Kind;
    });
  }
  static bool touches(llvm::ArrayRef<MemoryAccess> Accesses,
                      const clang::VarDecl *Tile) {
    return llvm::any_of(Accesses, [&](const MemoryAccess &R) {
      return R.Root.Kind == MemoryRoot::Shared && R.Root.Var == Tile;
    });
  }
  void collectCounters(const clang::Stmt *S);
  bool moves(const clang::Stmt *S) const;
  const clang::VarDecl *tileOf(const Effects &E) const;
  MaybeRejection storesAhead(const clang::Stmt *S, const clang::VarDecl *Tile,
                             const Effects &E) const;
  bool leavesCopiesInFlight(const clang::Stmt *S) const;
  bool switchesBuffers(const clang::Stmt *S) const;
  bool rotates(const clang::Stmt *E, unsigned Depth = 0) const;
  bool isRotated(const clang::VarDecl *Var, const clang::Stmt *Within) const;
  bool isSetToRotating(const clang::VarDecl *Var, const clang::Stmt *Within,
                       unsigned Depth) const;
  bool filledBefore(const clang::VarDecl *Tile, const clang::Stmt *Store) const;
  bool mayMeet(const Effects &E) const;
  bool meetsReads(const clang::VarDecl *Tile, const clang::Stmt *Store) const;
  void collectRotating(const clang::Stmt *S,
                       llvm::SmallVectorImpl<const clang::Expr *> &Out,
                       unsigned Depth = 0) const;
  bool readsOwnStore(const clang::VarDecl *Tile,
                     const clang::Stmt *Store) const;
  bool isCopied(const Effects &Store) const;
  const clang::VarDecl *loadedByTripBefore(const clang::Stmt *Store) const;

  const LoopAnalysis &A;
  Taint Moving;
  /// Whether a variable goes round, once it was asked.
  mutable llvm::DenseMap<const clang::VarDecl *, bool> Rotating;
  Statements Kernel;
  /// Counters of inner loops: a jump may make them differ from trip to trip,
  /// but they do not go on from one to the next.
  VarSet Counters;
  /// Variables that hold what was read from global memory.
  VarSet Loaded;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_PIPELINEFINDER_H
