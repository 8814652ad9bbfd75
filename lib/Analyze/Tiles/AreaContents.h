//===- AreaContents.h - Who reads what the loop does not store? -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_AREACONTENTS_H
#define CUDAPIPE_LIB_ANALYZE_AREACONTENTS_H

#include "Analyze/Loop/LoopAnalysis.h"

namespace cudapipe {

/// What was seen when all threads were played.
struct PlayedArea {
  /// Of dynamic shared memory a trip touches bytes Begin to End - 1.
  uint64_t Begin = 0, End = 0;
  /// What is around the loop reads nothing at all but what it has stored.
  bool ReadsOwn = false;
};

/// Nothing, unless a trip reads nothing from dynamic shared memory but what it
/// has stored, and what is around the loop nothing that the loop has stored.
std::optional<PlayedArea> partsKeepApart(LoopAnalysis &A);

/// What follows the loop reads nothing from dynamic shared memory but what it
/// has stored there itself.
bool readsOwnBehind(LoopAnalysis &A);

/// The bytes of dynamic shared memory that a trip touches, from the first to
/// the one behind the last; nothing if they cannot be told.
std::optional<std::pair<uint64_t, uint64_t>> bytesOfTrip(LoopAnalysis &A);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_AREACONTENTS_H
