//===- cudapipe/Ring/RingPlan.h - How a ring is made ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One buffer becomes a ring of S stages, without roles. Which copy runs when,
// for S = 3 (c: a tile's copy, x: the trip that computes with it):
//
//   barrier behind x      tile 0   c x           S copies in front; behind its
//                         tile 1   c   x         barrier, trip t starts the
//                         tile 2   c     x       copy of tile t + S into the
//                         tile 3     c     x     stage that it has read
//
//   barrier in front      tile 0   c x           S - 1 copies in front; behind
//   of x                  tile 1   c   x         its barrier, trip t starts the
//                         tile 2     c   x       copy of tile t + S - 1 into
//                         the tile 3       c   x     stage of the trip before
//
// The phase that a trip waits for is that of the stage's use: (t / S) & 1.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RING_RINGPLAN_H
#define CUDAPIPE_RING_RINGPLAN_H

#include "cudapipe/Plan/LaunchWish.h"
#include "cudapipe/Ring/RingLoop.h"

namespace cudapipe {

struct RingPlan {
  unsigned Stages = 2;
  /// How many tiles ahead of the trip's own the trip starts a copy.
  unsigned Ahead = 2;
  /// To which each stage of a tile is aligned; one a tile.
  std::vector<unsigned> Alignments;
  /// Shared memory of a block, static and moved, bytes.
  uint64_t Before = 0, After = 0;
  /// Of After, what has become dynamic.
  uint64_t Moved = 0;
  /// Set where the tiles become dynamic, or blocks get a warp more.
  std::optional<LaunchWish> Wish;
  /// RingLoop::Area: bytes from one stage to the next, where all launches give
  /// so many; 0: what the launch gives has to be asked for.
  uint64_t AreaStride = 0;
  bool isDynamic() const { return Wish && Wish->Kind != LaunchWish::Keep; }
  /// In instantiations out of sight tiles may have other sizes: the compiler
  /// has to check alignment and room.
  bool MindsSizes = false;
  /// Resident blocks of a multiprocessor with one buffer, as far as is known.
  unsigned BlocksBefore = 0;
  /// Why so many stages: one sentence, without full stop.
  std::string Reason;
};

/// What the plan is asked for, and what it may have.
struct RingRequest {
  std::optional<unsigned> Stages;
  /// Compute capability times ten, of the copies and of the shared memory.
  unsigned SmVersion = 90, SharedSm = 90;
  /// Bytes that other loops of the kernel have taken.
  uint64_t Added = 0;
  /// The tiles of another loop of the kernel have become dynamic.
  bool LaunchPromised = false;
  /// The most dynamic shared memory that launches in sight give now; and
  /// whether all, in any build, give so much.
  std::optional<uint64_t> LaunchBytes;
  bool SameLaunchBytes = false;
  /// Of a block; 0: nobody says.
  unsigned Threads = 0;
  /// Of a thread: ptxas's figure, or our estimate.
  unsigned Registers = 0;
  bool RegistersMeasured = false;
  /// Behind them: a warp that copies (Roles.h), and frees no stage itself.
  unsigned MoreThreads = 0;
  /// Of a barrier that says that a stage is free; 0: there is none.
  uint64_t EmptyBytes = 0;
  /// Tiles may have other sizes in instantiations that are not in sight: no
  /// launch can be given a size.
  bool StaysStatic = false;
  llvm::function_ref<std::optional<Rejection>(const LaunchWish &)> WhyNotLaunch;
};

OrRejection<RingPlan> planRing(const RingLoop &Loop, const RingRequest &Request,
                               const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_RING_RINGPLAN_H
