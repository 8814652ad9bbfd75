//===- cudapipe/Ring/ReadBackRing.h - What was written, read ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result is parsed, and what stands in front of the loop and in it is
// played for loops of 0 to 3 S + 1 trips, against a copy engine that knows what
// each stage holds:
//
//   every tile is copied once, in order, as soon as there is a trip for it
//   a stage is filled again only behind a barrier of the block that stands
//   behind all reads of what it held
//   a trip waits once at each barrier, of its own tile's stage, for the phase
//   of that copy: (uses of the stage before) & 1
//   what a trip reads is its own tile, waited for
//
// Shares no code with writeRing().
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RING_READBACKRING_H
#define CUDAPIPE_RING_READBACKRING_H

#include "cudapipe/ReadBack/ReadBack.h"
#include "cudapipe/Ring/RingPlan.h"

namespace cudapipe {

/// What the reader is told of a ring.
struct ProvedRing {
  ProvedRing(const RingPlan &Plan, const RingLoop &Loop,
             const SynchronizedLoops &Loops);

  /// By the name that it has, or lies in, in the loop; and bytes behind its
  /// start.
  using Barrier = std::pair<std::string, int64_t>;

  LoopIndex Place;
  /// The names of tiles in the loop.
  std::vector<std::string> Tiles;
  std::vector<Barrier> Barriers;
  unsigned Stages = 2;
  /// Of a tile that is a pointer: its name, and elements from one stage to the
  /// next; 0: a part of what the launch gives, of which there is a multiple of
  /// AreaAlign bytes for each.
  std::string Area;
  int64_t AreaStride = 0, AreaAlign = 1, AreaElement = 1;
};

/// Success if each of \p Rings reads in \p Ctx as a ring; else what differs, or
/// could not be read.
llvm::Error readBackRings(clang::ASTContext &Ctx,
                          llvm::ArrayRef<ProvedRing> Rings);

} // namespace cudapipe

#endif // CUDAPIPE_RING_READBACKRING_H
