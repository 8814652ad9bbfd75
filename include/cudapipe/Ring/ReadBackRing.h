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
#include "cudapipe/Ring/RingRoles.h"

namespace cudapipe {

/// What the reader is told of roles (ReadBackRoles.cpp).
struct ProvedRoles {
  /// The kernel, and which of those with its name.
  std::string Kernel;
  unsigned Ordinal = 0;
  /// Threads that compute; nothing: __launch_bounds__ says, or the block is
  /// what it is.
  std::optional<unsigned> Consumers;
  bool BoundsAreBlock = false;
  /// The counter of the trips.
  std::string Counter;
  /// Of each of ProvedRing::Barriers, the bytes and the copies of a trip.
  std::vector<int64_t> Expected;
  std::vector<unsigned> Copies;
};

ProvedRoles provedRoles(const RingLoop &Loop, const RingRoles &Roles,
                        const clang::ASTContext &Ctx);

/// What the reader is told of a ring.
struct ProvedRing {
  ProvedRing() = default;
  ProvedRing(const RingPlan &Plan, const RingLoop &Loop, const RingRoles *Roles,
             const SynchronizedLoops &Loops, const clang::ASTContext &Ctx);

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
  std::optional<ProvedRoles> Roles;
};

/// The same of \p Proved, which has roles.
llvm::Error readBackRoles(clang::ASTContext &Ctx, const ProvedRing &Proved);

/// Success if each of \p Rings reads in \p Ctx as a ring; else what differs, or
/// could not be read.
llvm::Error readBackRings(clang::ASTContext &Ctx,
                          llvm::ArrayRef<ProvedRing> Rings);

} // namespace cudapipe

#endif // CUDAPIPE_RING_READBACKRING_H
