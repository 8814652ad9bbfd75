//===- cudapipe/Normalize/RoundState.h - From round to round ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_NORMALIZE_ROUNDSTATE_H
#define CUDAPIPE_NORMALIZE_ROUNDSTATE_H

#include "cudapipe/Plan/PipelineDecision.h"
#include "cudapipe/Rules/Rejection.h"
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cudapipe {

/// The elements that a padded row holds, and its length.
struct PaddedRow {
  int64_t Used = 0, Length = 0;
  /// The rows and bytes of rows that threads touch, one after the other.
  std::vector<int64_t> Touched;
};

/// By the tile, "kernel:tile".
using PaddedRows = std::map<std::string, PaddedRow>;

/// A loop that could be rewritten, and must not be.
struct LeftLoop {
  RejectionKind Kind;
  std::string Why;
};

/// What does not compile of a loop.
struct BrokenResult {
  std::set<const Transport *> Variants;
  /// Why the first of them does not.
  std::string Why;
};

/// What earlier readings of a file have found out for the next. Loops are named
/// by LoopReport::Ordinal.
struct RoundState {
  /// The text is no longer the user's: lines and places that were asked for or
  /// denied are others now, Only and Denied name the loops.
  bool HasMoved = false;
  /// Only these loops. Empty: all.
  std::set<unsigned> Only;
  /// Loops that must be left alone for the sake of other files, and why.
  std::map<unsigned, std::string> Denied;
  /// Loops whose result does not compile.
  std::map<unsigned, BrokenResult> Broken;
  /// What was chosen.
  std::map<unsigned, PipelineDecision> Decided;
  /// Loops that would lose by each form, or of which nobody can tell.
  std::map<unsigned, LeftLoop> Left;
  /// Rows that are longer here than the user's.
  PaddedRows Padded;
  /// Loops whose text relies on it that all threads meet at its barriers, which
  /// are not where the user put them.
  std::set<unsigned> BarriersMoved;
  /// No row gets longer than it is.
  bool RowsAreSet = false;
  /// ... nor of these loops, and their columns are not skewed.
  std::set<unsigned> RowsStay;
  /// Fill LoopForm::MeaningOfFunction.
  bool ShowFunctions = false;
};

} // namespace cudapipe

#endif // CUDAPIPE_NORMALIZE_ROUNDSTATE_H
