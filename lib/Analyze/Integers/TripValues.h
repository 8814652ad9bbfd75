//===- TripValues.h - What load and compute each work out -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const int rows = min(TILE, n - j);   set anew in every trip, from what the
//   float scale = scales[j / TILE];      loop leaves alone: either side can
//                                        have the value by computing it
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_TRIPVALUES_H
#define CUDAPIPE_LIB_ANALYZE_TRIPVALUES_H

#include "Analyze/Loop/LoopAnalysis.h"

namespace cudapipe {

/// Statements that run once on the load side and once on the compute side,
/// and the variables of which each side then has its own.
struct TripValues {
  VarSet Vars;
  llvm::SmallSetVector<unsigned, 4> Items;
};

/// The statements that set \p Var, and whatever they set besides, if running
/// them twice a trip gives the same values both times. The memory they read
/// still has to be stable: checkSources() sees to that.
std::optional<TripValues> valuesOfTrip(const LoopAnalysis &A,
                                       const clang::VarDecl *Var);

/// The items whose value of \p Var item \p Reader may find: those in front of
/// it, back to one that ends the life of all before; without such a one those
/// of the trip before, too. If not \p Nearest: all that set it.
llvm::SmallVector<unsigned, 4> settersOf(const LoopModel &M,
                                         const clang::VarDecl *Var,
                                         unsigned Reader, bool Nearest);

/// Something behind the loop may read what the loop has left in \p Var.
bool isUsedAfterLoop(const LoopAnalysis &A, const clang::VarDecl *Var);

/// Load and compute each set \p Var before they read it, trip by trip: a
/// temporary that both happen to use.
bool isOfEachPhase(const LoopAnalysis &A, const clang::VarDecl *Var);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_TRIPVALUES_H
