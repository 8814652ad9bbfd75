//===- ContentsProof.h - What is left out, what is read ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps behind readsOnlyStored(), see ContentsProof.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_CONTENTSPROOF_H
#define CUDAPIPE_LIB_ANALYZE_CONTENTSPROOF_H

#include "Analyze/Integers/IndexBounds.h"
#include "TileContents.h"

namespace cudapipe {

struct TileRead {
  const clang::Expr *At;
  int64_t Bytes;
};

/// A part of a condition around the store, which must be Holds.
struct StoreCondition {
  const clang::Expr *Cond;
  bool Holds;
};

class ContentsProof {
public:
  ContentsProof(const LoopAnalysis &A, const TileCopy &Copy,
                const Taint &Moving, const LaunchFacts &Facts)
      : A(A), Copy(Copy), Moving(Moving), Facts(Facts),
        OfThread(A.M.Kernel->getBody(), A.Flow, A.Ctx, Taint::Seed::ThreadIndex,
                 A.Callers.PerThread) {}

  bool holds();

private:
  bool isSteady(const clang::Stmt *S) const;
  bool readLoop(const clang::ForStmt &Loop);
  bool readCondition(const clang::Expr *Cond, bool Holds);
  bool readUses(const clang::Stmt *S, unsigned Item);
  void readVariables(const clang::Stmt *S);
  bool isNamedOutside(const clang::Stmt *S) const;
  IndexBounds::Place place(unsigned Thread) const;
  IndexBounds::Place placeOfStore(IndexBounds &Bounds) const;
  IndexBounds::Place placeOfRead(const clang::Expr *At,
                                 IndexBounds &Bounds) const;
  bool isApart(const StoreCondition &LeftOut, const TileRead &Read) const;
  bool differInOneDimension(const clang::Expr *Store,
                            const IndexBounds::Place &P,
                            const clang::Expr *Read,
                            const IndexBounds::Place &Q,
                            IndexBounds &Bounds) const;

  const LoopAnalysis &A;
  const TileCopy &Copy;
  const Taint &Moving;
  const LaunchFacts &Facts;
  const Taint OfThread;
  VarSet Counters, Agreed, Steady, InTrip;
  /// The item behind which nobody reads memory any more.
  size_t LastRead = 0;
  std::vector<StoreCondition> Fixed, Changing;
  std::vector<TileRead> Reads;
  /// Parameters that stand for what Reads has.
  std::set<const clang::Decl *> Passed;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_CONTENTSPROOF_H
