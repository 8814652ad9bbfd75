//===- cudapipe/Plan/PipelinePlan.h - How a loop is pipelined ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions, no source text. The schedule of a 2-stage cp.async loop:
//
//   Prologue:  if tile 0 exists: Load 0          Body, for each tile t:
//              Commit                              Wait 0
//                                                  Barrier
//          t:    0      1      2      3            if tile t+1 exists: Load t+1
//   load       | 0 | 1    | 2    | 3    |          Commit
//   compute        | 0    | 1    | 2    | 3        Compute t
//
// One loop serves as main loop and epilogue: its last trip loads nothing. With
// S stages, S - 1 tiles are loaded in front of the loop, trip t loads tile
// t+S-1 into the stage of tile t-1, and
//
//   Wait S-2       tile t has landed, later ones may still travel
//   Commit         in every trip: empty groups keep the count at the end
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_PIPELINEPLAN_H
#define CUDAPIPE_PLAN_PIPELINEPLAN_H

#include "cudapipe/Plan/LaunchWish.h"
#include "cudapipe/Plan/StagingSplit.h"

namespace cudapipe {

/// How the tiles of a loop travel.
enum class VariantKind {
  CpAsync,  ///< cp.async into the other stage; needs sm_80.
  Ldg,      ///< Registers, then into the other stage.
  LdgSingle ///< Registers, then into the one buffer after a second barrier.
};

/// "cpasync", "ldg", "ldg-single".
llvm::StringRef variantName(VariantKind Kind);

/// One step of the schedule. Tile is relative to the loop's current tile.
struct Step {
  enum KindTy {
    Load,    ///< Start the copies of a tile, or fetch it into registers.
    Commit,  ///< Close the group of asynchronous copies.
    Wait,    ///< Wait until at most Pending groups are in flight.
    Barrier, ///< __syncthreads()
    Compute,
    Store ///< Registers into the tile's buffer.
  };
  KindTy Kind;
  int Tile = 0;
  unsigned Pending = 0;
};

struct PipelinePlan {
  VariantKind Variant;
  /// Buffers per tile: 2 to 8 for cpasync, 2 for ldg, 1 for ldg-single.
  unsigned Stages;
  /// One entry for each LoopModel::Copies.
  std::vector<Travel> Travels;
  /// Some copy is asynchronous / goes through registers.
  bool UsesAsync = false, UsesRegisters = false;
  /// Tiles of LoopModel::Wide are filled by its copies.
  bool UsesWide = false;
  /// For each copy of such a tile: where the tests fail, the threads store it
  /// themselves: cp.async cannot copy one element, or loses.
  std::vector<bool> StoredPlainly;
  /// The pipeline is written once and made twice, with wide copies and with the
  /// threads' own, where its text can move into a lambda.
  bool EachWidth = false;
  /// Only loads are made early (LoopModel::Early).
  bool LoadsOnly = false;
  /// The threads of a block if two are resident and a tile in registers may
  /// cost one of them, unless the text is another one (keepTwoBlocks()); else
  /// 0.
  unsigned ThreadsOfTwoBlocks = 0;
  /// The steps before the loop; Load and Store only if their tile exists.
  std::vector<Step> Prologue;
  /// The steps of one trip; steps of later tiles only if their tile exists.
  std::vector<Step> Body;
  bool BarrierBeforePrologue = false;
  bool BarrierAfterLoop = false;
  /// The launches have to ask for Stages times the dynamic shared memory, each
  /// stage a multiple of StageAlignment bytes.
  bool ScalesLaunch = false;
  unsigned StageAlignment = 1;
  /// What the launches must provide for this plan, if more than now.
  std::optional<LaunchWish> Launch;
  /// What the user should know of it; empty: nothing.
  std::string Remark;
  /// Why this one was chosen: one sentence, without full stop.
  std::string Reason;

  /// Which tile a trip loads, counted from the one that it computes.
  unsigned ahead() const { return Stages > 1 ? Stages - 1 : 1; }
  /// Groups of copies that stay in flight behind the wait of a trip.
  unsigned pending() const {
    for (const Step &S : Body)
      if (S.Kind == Step::Wait)
        return S.Pending;
    return 0;
  }

  /// Static tiles become dynamic.
  bool movesTiles() const {
    return Launch && Launch->Kind == LaunchWish::Add && !Launch->Tiles.empty();
  }
  /// Shared memory of the kernel, bytes, less that of ScalesLaunch; 0 when not
  /// known. MovedBytes of it have become dynamic.
  uint64_t SharedBytesBefore = 0, SharedBytesAfter = 0, MovedBytes = 0;
  /// Which statements of the load slice run in Load and which in Store.
  StagingSplit Split;
};

/// Bytes to which each stage of \p Tile must be aligned; 1: as its elements.
unsigned stageAlignment(const LoopModel &M, const PipelinePlan &Plan,
                        const clang::VarDecl *Tile);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_PIPELINEPLAN_H
