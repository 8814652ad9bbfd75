//===- StageBudget.cpp - What stages cost ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/StageBudget.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::formatv;

namespace cudapipe {
namespace {

/// A block that takes \p Bytes of shared memory. Static or dynamic is the same
/// to the multiprocessor; all dynamic, the launch can ask for any size.
BlockResources blockWith(uint64_t Bytes, unsigned Registers, bool MayOptIn,
                         const StageCosts &Costs) {
  BlockResources Block{Costs.Threads, Registers};
  Block.DynamicShared = Bytes;
  if (MayOptIn)
    Block.MaxDynamicShared = Bytes;
  Block.CarveOutPercent = Costs.CarveOutPercent;
  return Block;
}

/// The most shared memory of a block with which \p Blocks stay resident, as far
/// as shared memory goes.
std::optional<uint64_t> mostSharedFor(unsigned Blocks, bool MayOptIn,
                                      const Architecture &Arch,
                                      const StageCosts &Costs) {
  std::optional<uint64_t> Most =
      sharedBytesFor(Blocks, Arch, blockWith(0, 0, MayOptIn, Costs));
  if (Most && !MayOptIn)
    return std::min(*Most, Arch.SharedPerBlock);
  return Most;
}

uint64_t headroom(const Occupancy &Use, uint64_t Bytes, bool MayOptIn,
                  const Architecture &Arch, const StageCosts &Costs) {
  if (Use.Blocks == 0)
    return 0;
  return mostSharedFor(Use.Blocks, MayOptIn, Arch, Costs).value_or(Bytes) -
         Bytes;
}

std::string room(uint64_t Headroom) {
  return Headroom ? formatv("{0} bytes more are free", Headroom).str()
                  : "no byte more is free";
}

std::string line(llvm::StringRef What, uint64_t Bytes, const Occupancy &Use,
                 uint64_t Headroom) {
  std::string Out = formatv("  {0,-9} {1,7} bytes  ", What, Bytes);
  if (Use.Blocks == 0)
    return Out + "does not fit\n";
  return Out + formatv("{0,2} blocks/SM  {1}; {2}\n", Use.Blocks,
                       limiterText(Use.Limiters), room(Headroom))
                   .str();
}

} // namespace

StageBudget computeStageBudget(const Architecture &Arch,
                               const StageCosts &Costs) {
  StageBudget Out;
  Out.Costs = Costs;
  Out.SmVersion = Arch.SmVersion;
  // The kernel as it is runs: whatever it needs, its launch asks for.
  Out.Before = computeOccupancy(
      Arch, blockWith(Costs.SharedBefore, Costs.RegistersBefore, true, Costs));
  Out.HeadroomBefore =
      headroom(Out.Before, Costs.SharedBefore, true, Arch, Costs);
  for (unsigned Stages = 1; Stages <= StageBudget::MaxStages; ++Stages) {
    StageRow &Row = Out.Rows[Stages - 1];
    Row.Stages = Stages;
    Row.SharedBytes = Costs.OtherShared + Stages * Costs.StageBytes;
    Row.Use =
        computeOccupancy(Arch, blockWith(Row.SharedBytes, Costs.RegistersAfter,
                                         Costs.MayOptIn, Costs));
    Row.CrossesCliff = Row.Use.Blocks < Out.Before.Blocks;
    Row.Headroom =
        headroom(Row.Use, Row.SharedBytes, Costs.MayOptIn, Arch, Costs);
    Row.BlocksToKeep = std::min(Out.Before.Blocks, Row.Use.ByRegisters);
    uint64_t Most = mostSharedFor(Row.BlocksToKeep, Costs.MayOptIn, Arch, Costs)
                        .value_or(0);
    Row.StageBytesThatKeep = Most > Costs.OtherShared
                                 ? (Most - Costs.OtherShared) / Stages / 16 * 16
                                 : 0;
  }
  return Out;
}

std::string printStageBudget(const StageBudget &Budget, unsigned First,
                             unsigned Last) {
  const StageCosts &Costs = Budget.Costs;
  std::string Registers =
      Costs.RegistersBefore == Costs.RegistersAfter
          ? formatv("{0}", Costs.RegistersBefore).str()
          : formatv("{0} -> {1}", Costs.RegistersBefore, Costs.RegistersAfter)
                .str();
  std::string Out = formatv(
      "sm_{0}, {1} threads a block, {2} registers a thread{3}, {4} bytes a "
      "stage\n",
      Budget.SmVersion, Costs.Threads, Registers,
      Costs.RegistersAreEstimated ? " (estimated)" : "", Costs.StageBytes);
  Out += line("now", Costs.SharedBefore, Budget.Before, Budget.HeadroomBefore);
  for (unsigned Stages = First; Stages <= Last; ++Stages) {
    const StageRow &Row = Budget.row(Stages);
    Out += line(formatv("{0} stage{1}", Stages, Stages > 1 ? "s" : "").str(),
                Row.SharedBytes, Row.Use, Row.Headroom);
    if (Row.Use.ByRegisters < Budget.Before.Blocks)
      Out += formatv("            registers leave room for {0} blocks of {1}\n",
                     Row.Use.ByRegisters, Budget.Before.Blocks);
    if (Row.Use.Blocks < Row.BlocksToKeep && Row.StageBytesThatKeep)
      Out += formatv("            a tile of at most {0} bytes would keep {1} "
                     "blocks\n",
                     Row.StageBytesThatKeep, Row.BlocksToKeep);
  }
  return Out;
}

} // namespace cudapipe
