//===- Occupancy.cpp - Blocks on an SM ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/Occupancy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

using namespace llvm;

namespace cudapipe {
namespace {

unsigned warpsOf(const Architecture &Arch, const BlockResources &Block) {
  return divideCeil(Block.Threads, Arch.WarpSize);
}

unsigned blocksByWarps(const Architecture &Arch, const BlockResources &Block) {
  if (Block.Threads > Arch.ThreadsPerBlock)
    return 0;
  return Arch.WarpsPerSM / warpsOf(Arch, Block);
}

unsigned registersPerWarp(const Architecture &Arch,
                          const BlockResources &Block) {
  return divideCeil(Block.RegistersPerThread * Arch.WarpSize,
                    Arch.RegisterGranularity) *
         Arch.RegisterGranularity;
}

unsigned blocksByRegisters(const Architecture &Arch,
                           const BlockResources &Block) {
  unsigned PerWarp = registersPerWarp(Arch, Block);
  unsigned Warps = warpsOf(Arch, Block);
  // The launch is checked as if every sub-partition had equally many warps.
  unsigned Checked =
      PerWarp * divideCeil(Warps, Arch.SubPartitions) * Arch.SubPartitions;
  if (Arch.RegistersPerBlock < Checked ||
      Block.RegistersPerThread > Arch.RegistersPerThread)
    return 0;
  if (PerWarp == 0)
    return Occupancy::Unlimited;
  unsigned WarpsPerPartition =
      Arch.RegistersPerSM / Arch.SubPartitions / PerWarp;
  return WarpsPerPartition * Arch.SubPartitions / Warps;
}

/// The least split of L1 and shared memory that gives \p Bytes to shared.
uint64_t carveOutFor(uint64_t Bytes, const Architecture &Arch) {
  for (unsigned KB : Arch.CarveOutKB)
    if (Bytes <= uint64_t(KB) * 1024)
      return uint64_t(KB) * 1024;
  return 0;
}

/// What the kernel's preference makes of it.
uint64_t preferredShared(const Architecture &Arch,
                         const BlockResources &Block) {
  if (Block.CarveOutPercent < 0)
    return carveOutFor(Arch.SharedPerSM, Arch);
  return carveOutFor(Block.CarveOutPercent * Arch.SharedPerSM / 100, Arch);
}

uint64_t allocatedShared(const Architecture &Arch,
                         const BlockResources &Block) {
  uint64_t Bytes =
      Block.StaticShared + Arch.ReservedPerBlock + Block.DynamicShared;
  return divideCeil(Bytes, Arch.SharedGranularity) * Arch.SharedGranularity;
}

/// The most that a block may have, reserve included.
uint64_t sharedLimit(const Architecture &Arch, const BlockResources &Block) {
  uint64_t Limit = Arch.SharedPerBlock;
  // The reserve counts here, too: so does the toolkit.
  if (Block.MaxDynamicShared &&
      Block.StaticShared + Arch.ReservedPerBlock + *Block.MaxDynamicShared >
          Arch.SharedPerBlock)
    Limit = Arch.SharedPerBlockOptIn;
  return Limit + Arch.ReservedPerBlock;
}

unsigned blocksByShared(const Architecture &Arch, const BlockResources &Block) {
  uint64_t Bytes = allocatedShared(Arch, Block);
  if (Bytes > sharedLimit(Arch, Block) ||
      Block.DynamicShared >
          Block.MaxDynamicShared.value_or(Block.DynamicShared))
    return 0;
  if (Bytes == 0)
    return Occupancy::Unlimited;
  // A preference that does not hold one block gives way, step by step.
  uint64_t All = preferredShared(Arch, Block);
  if (All < Bytes)
    All = carveOutFor(Bytes, Arch);
  return All / Bytes;
}

} // namespace

std::string limiterText(unsigned Limiters) {
  SmallVector<StringRef, 5> Names;
  for (auto [Bit, Name] : {std::pair(LimitWarps, "warps"),
                           {LimitRegisters, "registers"},
                           {LimitSharedMemory, "shared memory"},
                           {LimitBlocks, "blocks"},
                           {LimitBarriers, "barriers"}})
    if (Limiters & Bit)
      Names.push_back(Name);
  if (Names.empty())
    return "nothing";
  std::string Last = Names.pop_back_val().str();
  return Names.empty() ? Last : join(Names, ", ") + " and " + Last;
}

Occupancy computeOccupancy(const Architecture &Arch,
                           const BlockResources &Block) {
  assert(Block.Threads > 0 && "a block without threads");
  Occupancy Out;
  Out.ByWarps = blocksByWarps(Arch, Block);
  Out.ByRegisters = blocksByRegisters(Arch, Block);
  Out.BySharedMemory = blocksByShared(Arch, Block);
  Out.ByBlocks = Arch.BlocksPerSM;
  Out.RegistersPerBlock = registersPerWarp(Arch, Block) * warpsOf(Arch, Block);
  Out.SharedPerBlock = allocatedShared(Arch, Block);
  Out.Blocks = std::min(
      {Out.ByWarps, Out.ByRegisters, Out.BySharedMemory, Out.ByBlocks});
  for (auto [Limit, Bit] : {std::pair(Out.ByWarps, LimitWarps),
                            {Out.ByRegisters, LimitRegisters},
                            {Out.BySharedMemory, LimitSharedMemory},
                            {Out.ByBlocks, LimitBlocks}})
    if (Limit == Out.Blocks)
      Out.Limiters |= Bit;

  // The toolkit counts barriers from Hopper on, and last: where they are what
  // limits, it still names the others' limit, too.
  if (Arch.SmVersion >= 90 && Block.Barriers > 0) {
    Out.ByBarriers = Arch.BarriersPerSM / Block.Barriers;
    Out.Blocks = std::min(Out.Blocks, Out.ByBarriers);
    if (Out.Blocks == Out.ByBarriers)
      Out.Limiters |= LimitBarriers;
  }
  return Out;
}

std::optional<uint64_t> sharedBytesFor(unsigned Blocks,
                                       const Architecture &Arch,
                                       const BlockResources &Block) {
  // More bytes never make room for more blocks, so search by halves.
  auto Fits = [&](uint64_t Bytes) {
    BlockResources Trial = Block;
    Trial.StaticShared = 0;
    Trial.DynamicShared = Bytes;
    Trial.MaxDynamicShared = Arch.SharedPerBlockOptIn;
    return blocksByShared(Arch, Trial) >= Blocks;
  };
  if (!Fits(0))
    return std::nullopt;
  uint64_t Good = 0, Bad = Arch.SharedPerBlockOptIn + 1;
  while (Bad - Good > 1) {
    uint64_t Middle = Good + (Bad - Good) / 2;
    (Fits(Middle) ? Good : Bad) = Middle;
  }
  return Good;
}

// Measured (H100): registers with 8 of 10 blocks and half of all warps 1.14,
// with 2 of 3 blocks and less 0.73 to 1.02. cp.async of 16 bytes with 1 of 2
// blocks and half of all warps 1.07 (1.31 with both), 3 of 5 blocks 1.56, 4 of
// 5 and 36 KB on their way 1.95, 6 of 9 1.21; 1 of 2 and an eighth of all warps
// 0.99. Copies of 4 bytes, 2 of 3 blocks 0.98, some of them through registers
// 0.90.
bool isMadeUpFor(const BlockLoss &Loss, const Architecture &Arch) {
  // What a multiprocessor has to ask for in a microsecond, to get its share of
  // the memory's bandwidth (H100: 3.35 TB/s and 132 of them, some 0.6 us).
  constexpr uint64_t EnoughAhead = 16 * 1024;
  if (Loss.After >= Loss.Before)
    return true;
  const bool ManyWarps =
      Loss.After * llvm::divideCeil(Loss.Threads, Arch.WarpSize) * 2 >=
      Arch.WarpsPerSM;
  if (!Loss.BytesAhead)
    return ManyWarps && Loss.After * 4 >= Loss.Before * 3;
  return (ManyWarps && Loss.After * 2 >= Loss.Before) ||
         (Loss.BytesAhead >= EnoughAhead && Loss.After * 3 >= Loss.Before * 2);
}

} // namespace cudapipe
