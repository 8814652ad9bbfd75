//===- cudapipe/Plan/PipelinePlan.h - How a loop is pipelined ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions, no source text.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_PIPELINEPLAN_H
#define CUDAPIPE_PLAN_PIPELINEPLAN_H

#include "cudapipe/Plan/LaunchWish.h"
#include "cudapipe/Plan/Schedule.h"
#include "cudapipe/Plan/StagingSplit.h"
#include "cudapipe/Transport/Transport.h"

namespace cudapipe {

/// The distance between the stages of dynamic shared memory.
struct StageSize {
  uint64_t Bytes = 0;
  /// In the words of the kernel, in front of the loop: Count elements of
  /// ElementBytes, `BM * BK + BK * BN` of `sizeof(float)`.
  std::string Count, Element;
  uint64_t ElementBytes = 1;
  /// A product, or a single name or number.
  bool IsProduct = false;
  /// Count is a constant expression.
  bool IsConstant = false;
  /// The bytes as host code may say them, a product.
  std::string AtLaunch;
};

/// What the launches have to change.
struct LaunchChange {
  /// The stages lie in dynamic shared memory. Without Stage, launches have to
  /// ask for Stages times of it, each stage a multiple of StageAlignment bytes.
  bool Scales = false;
  unsigned StageAlignment = 1;
  /// Where the tiles' extent is known and has words.
  std::optional<StageSize> Stage;
  /// Behind the loop, names are what they were in front of it.
  bool NamesStay = false;
  /// What they must provide, if more than now.
  std::optional<LaunchWish> Wish;
};

/// Shared memory of the kernel, bytes, less that which launches scale; 0 when
/// not known. Moved bytes of it have become dynamic.
struct SharedFigures {
  uint64_t Before = 0, After = 0, Moved = 0;
};

struct PipelinePlan {
  const Transport *Variant;
  /// Buffers per tile.
  unsigned Stages;
  /// One entry for each LoopModel::Copies.
  std::vector<Travel> Travels;
  /// Some copy is asynchronous / goes through registers.
  bool UsesAsync = false, UsesRegisters = false;
  /// Tiles of LoopModel::Wide are filled by its copies.
  bool UsesWide = false;
  /// For each copy of such a tile: where the tests fail, the threads store it
  /// themselves: cp.async cannot copy one element, or loses. Of other tiles:
  /// nothing is loaded for it.
  std::vector<bool> StoredPlainly;
  /// Only loads are made early (LoopModel::Early).
  bool LoadsOnly = false;
  /// The threads of a block if two are resident and a tile in registers may
  /// cost one of them, unless the text is another one (keepTwoBlocks()); else
  /// 0.
  unsigned ThreadsOfTwoBlocks = 0;
  /// What runs when: made last, from all other members.
  Schedule Steps;
  LaunchChange Launches;
  SharedFigures Shared;
  /// Which statements of the load slice run in Load and which in Store.
  StagingSplit Split;
  /// What the user should know of it; empty: nothing.
  std::string Remark;
  /// Why this one was chosen: one sentence, without full stop.
  std::string Reason;

  /// Dynamic shared memory of a block where launches give \p Now, bytes, less
  /// Shared.Moved.
  uint64_t dynamicBytes(uint64_t Now) const {
    if (Launches.Stage)
      return std::max(Now + Launches.Wish->More, Launches.Wish->Least);
    return Launches.Scales ? Now * Stages : Now;
  }
  /// Which tile a trip loads, counted from the one that it computes.
  unsigned ahead() const { return Stages > 1 ? Stages - 1 : 1; }
  /// Static tiles become dynamic.
  bool movesTiles() const {
    return Launches.Wish && Launches.Wish->Kind == LaunchWish::Add &&
           !Launches.Wish->Tiles.empty();
  }
};

/// The names of dynamic shared memory that go on, behind the loop, from the
/// stage of the last tile.
llvm::ArrayRef<const clang::VarDecl *> namesThatGoOn(const LoopModel &M,
                                                     const PipelinePlan &Plan);

/// Bytes to which each stage of \p Tile must be aligned; 1: as its elements.
unsigned stageAlignment(const LoopModel &M, const PipelinePlan &Plan,
                        const clang::VarDecl *Tile);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_PIPELINEPLAN_H
