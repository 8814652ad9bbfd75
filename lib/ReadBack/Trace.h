//===- Trace.h - What a thread does to the buffers of tiles -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule and a text come to the same form, the events of a loop of N trips:
//
//   front   Write tile 0 into buffer 0, Commit
//   trip 0  Wait 0, Barrier, Write tile 1 into buffer 1, Commit, Use buffer 0
//   trip 1  Wait 0, Barrier, Commit, Use buffer 1
//   behind
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_READBACK_TRACE_H
#define CUDAPIPE_LIB_READBACK_TRACE_H

#include "cudapipe/ReadBack/ReadBack.h"
#include "llvm/Support/Error.h"

namespace cudapipe {

struct Event {
  enum KindTy {
    Fetch, ///< Loads of Tile into registers.
    Write, ///< Copies or stores of Tile into Buffer.
    Commit,
    OwnCommit, ///< The user's, one or more, beside his copies of Tile.
    Wait,      ///< For all groups but the last Pending.
    WaitAll,
    WaitOldest,
    WaitStage, ///< For what the barrier of Buffer counts.
    Barrier,
    Acquire,
    Release,
    Use ///< Something but a Write names Buffer.
  };
  /// What Tile and Buffer are where that cannot be told.
  static constexpr int Unknown = -1;

  KindTy Kind;
  int Tile = 0, Buffer = 0;
  int64_t Pending = 0;
  /// In a lambda that the loop calls, too.
  bool InLoad = false;
  /// Barrier: of a warp, in blocks that have one.
  bool OfWarp = false;
};

struct Trace {
  std::vector<Event> Front, Body, Behind;
};

/// The events that \p Proved comes to in a loop of \p Tiles trips.
Trace expectedTrace(const ProvedPipeline &Proved, int Tiles);

/// An error that tells of the first difference. \p UserFront is what the loop
/// has in front of its prologue, the same for every number of trips.
llvm::Error compareTraces(const Trace &Expected, const Trace &Found,
                          const ProvedPipeline &Proved, int Tiles,
                          std::optional<std::vector<Event>> &UserFront);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_READBACK_TRACE_H
