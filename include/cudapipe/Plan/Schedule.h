//===- cudapipe/Plan/Schedule.h - What a pipelined loop does, in order
//-----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every step of the result, in the order in which a thread makes it. The
// printer spells these lists and decides nothing; verifyPlan() plays them. The
// schedule of a 2-stage cp.async loop, whose items are two loads (0, 1), a
// barrier (2), a computation (3), a barrier (4):
//
//   Prologue:  Load 0           Body:  Wait 0           Dropped: 0, 1, 4
//              Commit                  Barrier, item 2
//                                      Advance 1
//          t:    0      1      2       Load 1
//   load       | 0 | 1    | 2    |     Commit
//   compute        | 0    | 1    |     Alias 0
//                                      Compute 0, item 3
//                                      Rotate
//
// One loop serves as main loop and epilogue: its last trips load nothing. With
// S stages, Ahead = S - 1 tiles are loaded in front of the loop (one where S
// is 1), and trip t loads tile t + Ahead into the stage of tile t - 1.
//
// The words of what a step means:
//
//   tile t          what trip t of the loop computes; Step::Tile counts from
//                   the tile of the trip, in the prologue from that of the
//                   round, behind the loop from the one that trip would have
//                   that is not made (-1: the last)
//   tile exists     the loop makes a trip for it
//   the place       the values of the loop's variables that a load and a store
//                   of a tile go by: one tile ahead the next trip's, else a
//                   cursor of the load's own, which starts at tile 0
//   stage           variable `stage`, the stage of the tile of the trip: 0 at
//                   first. With a cursor there is `load_stage`, too, Ahead at
//                   first; in the prologue `stage` is the number of the round
//   group           what a thread has started to copy asynchronously since the
//                   last commit
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_SCHEDULE_H
#define CUDAPIPE_PLAN_SCHEDULE_H

#include "cudapipe/Analyze/LoopModel.h"
#include <vector>

namespace cudapipe {

struct PipelinePlan;

struct Step {
  enum KindTy {
    /// The thread waits until at most Pending of its groups are in flight.
    /// Copies that no commit has closed are not waited for.
    Wait,
    /// ... until no copy of its own is in flight, closed or not.
    WaitAll,
    /// ... until the oldest group has arrived that was not waited for yet.
    WaitOldest,
    /// All threads of the block wait for each other. With Waits, each has done
    /// WaitAll before, or, with Pending, Wait: cg::wait(block).
    Barrier,
    /// The place is that of Tile from here on. With a cursor: made only if the
    /// tile before exists, behind the load and the store of that; stands in
    /// the prologue, too. Else: the next values are computed from those of the
    /// trip.
    Advance,
    /// With variants that need it (Transport::needs()). The thread may write to
    /// the next stage from here on, and closes it by Commit. No more than all
    /// stages are acquired and not released.
    Acquire,
    /// If Tile exists: starts its asynchronous copies, into stage
    /// `stage ^ (Tile != 0)`, in the body of a loop with a cursor into
    /// `load_stage`; and fetches what
    /// travels through registers. A user's commits beside the copies
    /// (AsyncGroups::CommitsInLoad) are part of it.
    Load,
    /// Closes a group, if an empty one.
    Commit,
    /// From here on the names of the tiles stand for the stage of Tile: in the
    /// body for `stage`.
    Alias,
    /// The user's statement, item Item, for Tile: always the tile of the trip.
    /// Also what loads need as well (Role::Both), and what changes the loop's
    /// variables (Role::Advance).
    Compute,
    /// If Tile exists: what was fetched goes from its registers into the stage
    /// that Load names.
    Store,
    /// `stage` is the next: `stage ^= 1`; with a cursor `load_stage = stage`
    /// before, as the stage of this trip's tile is the next to be loaded.
    Rotate,
    /// The same: the thread has read Tile, whose stage may be written to again.
    Release
  };
  KindTy Kind;
  int Tile = 0;
  unsigned Pending = 0;
  /// Index into LoopModel::Items of the user's statement that this is; -1: none
  /// of them, or not in the place of one.
  int Item = -1;
  /// How the user spells it; null: it is our own.
  const clang::Stmt *S = nullptr;
  /// Item leaves its place in the text.
  bool Moves = false;
  /// Barrier: waits for copies, too.
  bool Waits = false;
  /// Barrier, with Waits: for those of the trip's own stage only, at a barrier
  /// that the stage has: bar.arrive_and_wait().
  bool OfStage = false;
  /// Commit: if Tile does not exist: as many groups as its load would have
  /// closed.
  bool InPlaceOfLoad = false;
  /// WaitOldest: all threads of the block have committed that group, and it has
  /// arrived: the wait of a pipeline that they share.
  bool OfBlock = false;
};

/// An item of which there is no step.
struct DroppedItem {
  enum ReasonTy {
    InLoad,     ///< Load and Store make it.
    InFront,    ///< A declaration that moves in front of the loop.
    InStages,   ///< A barrier that protects tiles, which have stages now.
    InOneGroup, ///< A commit or wait where one a tile is enough.
  };
  unsigned Item;
  ReasonTy Reason;
};

struct Schedule {
  /// Once, in front of all others.
  std::vector<Step> Before;
  /// One round; made for each tile of the first Ahead.
  std::vector<Step> Prologue;
  unsigned Ahead = 1;
  /// One trip.
  std::vector<Step> Body;
  /// Once, behind the loop.
  std::vector<Step> Behind;
  /// With the items of Body: every item of the loop, once.
  std::vector<DroppedItem> Dropped;
  /// Prologue and body are written once and made twice, with wide copies and
  /// with the threads' own, where the text can move into a lambda.
  bool EachWidth = false;

  /// Tiles pass through registers and are stored at the head of their own trip,
  /// where the user stores them: shorter than stores behind the computation, of
  /// which the prologue needs one more, and no slower
  /// (docs/developers/performance-log.md).
  bool StoresInPlace = false;

  /// The load has variables of its own, more than one tile ahead.
  bool hasCursor() const { return Ahead > 1; }
};

/// The order of all steps of \p Plan, of which all but the schedule is decided.
Schedule makeSchedule(const LoopModel &M, const PipelinePlan &Plan,
                      const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_SCHEDULE_H
