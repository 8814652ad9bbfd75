//===- cudapipe/Resources/StageBudget.h - What stages cost ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each further stage of a tile takes shared memory. Up to some size that costs
// nothing, and one byte more costs a block: the occupancy cliff.
//
//   blocks 3 ----------+           sm_86: 2 stages of 16384 bytes, 3 blocks;
//          2           +-------+   3 stages, 2;
//          1                   +-- 3 stages of at most 11008 bytes, 3
//              bytes of a block ->
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_STAGEBUDGET_H
#define CUDAPIPE_RESOURCES_STAGEBUDGET_H

#include "cudapipe/Resources/Occupancy.h"
#include <array>

namespace cudapipe {

/// What is known of a kernel, now and with stages.
struct StageCosts {
  unsigned Threads = 0;
  /// Registers of a thread, now and rewritten.
  unsigned RegistersBefore = 0, RegistersAfter = 0;
  /// The registers were estimated, not measured.
  bool RegistersAreEstimated = false;
  /// Shared memory of a block now, tiles and all else.
  uint64_t SharedBefore = 0;
  /// The part of it that is no tile, and stays.
  uint64_t OtherShared = 0;
  /// One stage of all tiles, padding included: S stages make a block take
  /// OtherShared + S * StageBytes.
  uint64_t StageBytes = 0;
  /// With stages, the launch can ask for more than 48 KB.
  bool MayOptIn = true;
  int CarveOutPercent = -1;
};

/// The occupancy with one number of stages.
struct StageRow {
  unsigned Stages;
  uint64_t SharedBytes;
  /// Blocks == 0: does not fit.
  Occupancy Use;
  /// Fewer blocks than now.
  bool CrossesCliff;
  /// Bytes that the block may still grow by before it costs a resident block.
  uint64_t Headroom;
  /// As many blocks as now, or as registers then leave room for.
  unsigned BlocksToKeep;
  /// The greatest StageBytes, a multiple of 16, with which shared memory has
  /// room for BlocksToKeep; 0 if there is none.
  uint64_t StageBytesThatKeep;
};

struct StageBudget {
  static constexpr unsigned MaxStages = 8;

  StageCosts Costs;
  unsigned SmVersion;
  Occupancy Before;
  uint64_t HeadroomBefore;
  /// Row I has I + 1 stages.
  std::array<StageRow, MaxStages> Rows;

  const StageRow &row(unsigned Stages) const { return Rows[Stages - 1]; }
};

/// The occupancy of 1 to 8 stages on \p Arch.
StageBudget computeStageBudget(const Architecture &Arch,
                               const StageCosts &Costs);

/// The table for people, a line each for now and for \p First to \p Last
/// stages, and what would not cross the cliff. Lines end with '\n'.
std::string printStageBudget(const StageBudget &Budget, unsigned First = 1,
                             unsigned Last = StageBudget::MaxStages);

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_STAGEBUDGET_H
