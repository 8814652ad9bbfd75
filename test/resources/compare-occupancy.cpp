//===- compare-occupancy.cpp - Our occupancy against the toolkit's --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   compare-occupancy [COUNT [SEED [FAULT]]]
//
// Draws COUNT blocks for each architecture of the table and compares what
// computeOccupancy() says of them with cuda_occupancy.h. The header knows
// granularities, resident blocks, carve-outs, sub-partitions and barriers for
// itself; the other figures it takes from the device: from our table, here.
//
// FAULT makes one figure of our side wrong by one, to see that this is noticed.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/Occupancy.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cuda_occupancy.h>
#include <random>

using namespace cudapipe;

namespace {

class Random {
public:
  explicit Random(unsigned Seed) : Engine(Seed) {}
  uint64_t upTo(uint64_t Limit) { return Engine() % (Limit + 1); }
  bool once(unsigned In) { return upTo(In - 1) == 0; }
  /// Bytes: any number, or one near a multiple of 128.
  uint64_t bytes(uint64_t Limit) {
    if (once(3))
      return upTo(Limit);
    int64_t Near = int64_t(upTo(Limit / 128) * 128) + int64_t(upTo(2)) - 1;
    return Near < 0 ? 0 : Near;
  }

private:
  std::mt19937_64 Engine;
};

BlockResources draw(Random &R, const Architecture &Arch) {
  BlockResources Block;
  Block.Threads = R.once(2) ? 32 * (1 + R.upTo(32)) : 1 + R.upTo(1100);
  Block.RegistersPerThread = R.once(16)  ? 250 + R.upTo(10)
                             : R.once(8) ? R.upTo(250)
                                         : 16 + R.upTo(120);
  Block.StaticShared = R.once(3) ? 0 : R.bytes(52 * 1024);
  Block.DynamicShared =
      R.once(3)
          ? 0
          : R.bytes(R.once(2) ? 16 * 1024 : Arch.SharedPerBlockOptIn + 2048);
  if (!R.once(3))
    Block.MaxDynamicShared =
        R.once(4) ? R.bytes(Arch.SharedPerBlockOptIn) : Block.DynamicShared;
  Block.CarveOutPercent = R.once(2) ? -1 : R.upTo(100);
  Block.Barriers = R.once(2) ? 1 : R.upTo(16);
  return Block;
}

/// What the toolkit says, in our words; nothing if it says an error.
std::optional<Occupancy> toolkit(const Architecture &Arch,
                                 const BlockResources &Block) {
  cudaOccDeviceProp Device;
  Device.computeMajor = Arch.SmVersion / 10;
  Device.computeMinor = Arch.SmVersion % 10;
  Device.maxThreadsPerBlock = Arch.ThreadsPerBlock;
  Device.maxThreadsPerMultiprocessor = Arch.WarpsPerSM * Arch.WarpSize;
  Device.regsPerBlock = Arch.RegistersPerBlock;
  Device.regsPerMultiprocessor = Arch.RegistersPerSM;
  Device.warpSize = Arch.WarpSize;
  Device.sharedMemPerBlock = Arch.SharedPerBlock;
  Device.sharedMemPerMultiprocessor = Arch.SharedPerSM;
  Device.numSms = 1;
  Device.sharedMemPerBlockOptin = Arch.SharedPerBlockOptIn;
  Device.reservedSharedMemPerBlock = Arch.ReservedPerBlock;

  cudaOccFuncAttributes Kernel;
  Kernel.maxThreadsPerBlock = Arch.ThreadsPerBlock;
  Kernel.numRegs = Block.RegistersPerThread;
  Kernel.sharedSizeBytes = Block.StaticShared;
  Kernel.shmemLimitConfig = Block.MaxDynamicShared ? FUNC_SHMEM_LIMIT_OPTIN
                                                   : FUNC_SHMEM_LIMIT_DEFAULT;
  Kernel.maxDynamicSharedSizeBytes = Block.MaxDynamicShared.value_or(0);
  Kernel.numBlockBarriers = Block.Barriers;

  cudaOccDeviceState State;
  State.carveoutConfig = Block.CarveOutPercent;
  cudaOccResult Result;
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&Result, &Device, &Kernel, &State,
                                              Block.Threads,
                                              Block.DynamicShared))
    return std::nullopt;

  Occupancy Out;
  Out.Blocks = Result.activeBlocksPerMultiprocessor;
  Out.Limiters = Result.limitingFactors;
  Out.ByWarps = Result.blockLimitWarps;
  Out.ByRegisters = Result.blockLimitRegs;
  Out.BySharedMemory = Result.blockLimitSharedMem;
  Out.ByBlocks = Result.blockLimitBlocks;
  Out.ByBarriers = Result.blockLimitBarriers;
  Out.RegistersPerBlock = Result.allocatedRegistersPerBlock;
  Out.SharedPerBlock = Result.allocatedSharedMemPerBlock;
  return Out;
}

auto figures(const Occupancy &O) {
  return std::tuple(O.Blocks, O.Limiters, O.ByWarps, O.ByRegisters,
                    O.BySharedMemory, O.ByBlocks, O.ByBarriers,
                    O.RegistersPerBlock, O.SharedPerBlock);
}

std::string inWords(const Occupancy &O) {
  return llvm::formatv("{0} blocks ({1}), {2} bytes and {3} registers each",
                       O.Blocks, limiterText(O.Limiters), O.SharedPerBlock,
                       O.RegistersPerBlock);
}

bool plant(llvm::StringRef Fault, Architecture &Arch) {
  auto Plant = [](auto &Figure) { return ++Figure, true; };
  if (Fault == "shared-granularity")
    return Plant(Arch.SharedGranularity);
  if (Fault == "register-granularity")
    return Plant(Arch.RegisterGranularity);
  if (Fault == "reserved")
    return Plant(Arch.ReservedPerBlock);
  if (Fault == "blocks")
    return Plant(Arch.BlocksPerSM);
  if (Fault == "barriers")
    return Plant(Arch.BarriersPerSM);
  if (Fault == "sub-partitions")
    return Plant(Arch.SubPartitions);
  if (Fault == "registers-per-thread")
    return Plant(Arch.RegistersPerThread);
  if (Fault == "carve-out") {
    Arch.CarveOutKB = Arch.CarveOutKB.drop_back(2);
    return true;
  }
  return false;
}

} // namespace

int main(int Argc, char **Argv) {
  unsigned Count = Argc > 1 ? atoi(Argv[1]) : 1000;
  Random R(Argc > 2 ? atoi(Argv[2]) : 1);
  static_assert(int(LimitWarps) == OCC_LIMIT_WARPS &&
                int(LimitRegisters) == OCC_LIMIT_REGISTERS &&
                int(LimitSharedMemory) == OCC_LIMIT_SHARED_MEMORY &&
                int(LimitBlocks) == OCC_LIMIT_BLOCKS &&
                int(LimitBarriers) == OCC_LIMIT_BARRIERS);
  unsigned Compared = 0, Different = 0, Resident = 0;
  for (const Architecture &Arch : architectures()) {
    Architecture Ours = Arch;
    if (Argc > 3 && !plant(Argv[3], Ours)) {
      llvm::errs() << "no fault '" << Argv[3] << "'\n";
      return 2;
    }
    for (unsigned I = 0; I < Count; ++I) {
      BlockResources Block = draw(R, Arch);
      std::optional<Occupancy> Expected = toolkit(Arch, Block);
      Occupancy Got = computeOccupancy(Ours, Block);
      ++Compared;
      Resident += Got.Blocks > 0;
      if (Expected && figures(*Expected) == figures(Got))
        continue;
      if (++Different <= 5)
        llvm::errs() << llvm::formatv(
            "sm_{0}, {1} threads, {2} registers, {3} + {4} bytes, carve-out "
            "{5}: {6}; the toolkit says {7}\n",
            Arch.SmVersion, Block.Threads, Block.RegistersPerThread,
            Block.StaticShared, Block.DynamicShared, Block.CarveOutPercent,
            inWords(Got), Expected ? inWords(*Expected) : "error");
    }
  }
  llvm::outs() << Compared << " compared, " << Different << " different, "
               << Resident << " can be launched\n";
  return Different > 0;
}
