//===- WhyWorse.cpp - What a form loses, in a compiler's figures ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WhyWorse.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// Where nobody says how many threads a block has, it must not lose with any of
/// these.
constexpr unsigned UsualBlocks[] = {64, 128, 256, 512, 1024};
/// Code that all warps run again and again, bytes. Beyond, a straight line of
/// FFMA runs at 0.45 of the speed with 8 warps on a multiprocessor of an H100,
/// and as fast as before with 16 or more; a K-loop of 90 KB, unrolled, that
/// became 178 at 0.59.
constexpr uint64_t InstructionCache = 128 * 1024;
/// Of the math of a trip, what a load must have travelled before it is waited
/// for, as a part. (Of 25 forms with registers, the six with less than an
/// eighth took 0.62 to 0.94, those with half or more 0.97 to 1.81.)
constexpr double LeastOverlap = 0.25;
/// Reads of tiles for the same math: more of them, as ptxas cannot make wide
/// ones of columns that are skewed at run time, cost 0.80 (10 and 13 for 4 of
/// 16 bytes). Without skew, three times as many in a stencil were no
/// loss: 1.28.
constexpr double MoreReads = 2;
/// With so much, a tile in registers is as good as one by cp.async (2 of 3
/// blocks: 1.24 and 0.99; with two thirds 1.02, with less 0.73 to 0.89).
constexpr double FullOverlap = 0.9;
/// Of a kernel that has all registers it may have: so many bytes more go
/// unnoticed beside what cp.async brings. (With spills before, 72 to 238 more
/// 1.00 to 1.23; without, 64 and 160 in copies of 16 bytes 1.18 and 1.34.)
constexpr uint64_t MoreOfSpills = 256;
constexpr unsigned AllRegisters = 255;
constexpr unsigned WarpSize = 32;
/// A thread with so many registers has independent work to go on with while it
/// waits. Of 165 kernels (bench/evidence; H200), 20 of 23 forms with wide
/// copies that left half of the blocks or more, but not two thirds, took 1.01
/// to 1.55 (0.75, with three stages; 0.93 and 0.94), and all 13 with one buffer
/// through registers that left less, 1.00 to 2.56. With fewer registers 0.74
/// and less.
constexpr unsigned ManyRegisters = 64;
/// ... and so many warps are left; with 8, 0.65 (a matrix times a vector).
constexpr unsigned LeastWarps = 12;
/// ... and most of a trip's math stands behind the loads.
constexpr double MostOverlap = 0.85;
/// Where one block of so many threads is left of two, nobody computes while it
/// waits at its barriers: 0.80 to 1.32 in nine kernels, each of which has a
/// form that leaves both and is better (1.07 to 1.46; H200).
constexpr unsigned ManyThreads = 512;
/// Reads of tiles for the same math, as rows no longer collide: so few are
/// worth a quarter of the blocks (with two and three stages 0.98 to 1.13, 4
/// kernels), and fewest half (0.99 to 1.44, 5 kernels).
constexpr double FewReads = 0.55, FewestReads = 0.3;

/// Of the math of a trip, what stands between the loads of the next tile and
/// who waits for them; nothing if none goes through registers.
std::optional<double> overlap(const CompiledKernel &K) {
  if (!K.Loop || !K.Loop->RegisterCopies || K.Loop->AsyncCopies)
    return std::nullopt;
  // Two barriers a trip where there is one buffer; more are an unrolled loop's.
  return K.Loop->MathAhead /
         (K.Loop->Math / std::max(1.0, K.Loop->Barriers / 2.0));
}

std::string lossOfLocal(const KernelPair &P) {
  const bool HasAll = P.Before.LocalBytes > 0
                          ? P.Before.Registers == AllRegisters
                          : P.Cost.IsWide && P.After.SpillStoreBytes > 0 &&
                                P.After.Registers == P.Before.Registers;
  if (P.Cost.IsAsync && HasAll &&
      P.After.LocalBytes <= P.Before.LocalBytes + MoreOfSpills)
    return "";
  if (P.After.LocalBytes > P.Before.LocalBytes)
    return formatv("{0} bytes of local memory a thread, not {1}",
                   P.After.LocalBytes, P.Before.LocalBytes);
  const uint64_t Before = P.Before.SpillStoreBytes + P.Before.SpillLoadBytes,
                 After = P.After.SpillStoreBytes + P.After.SpillLoadBytes;
  if (After > Before)
    return formatv("{0} bytes of spills, not {1}", After, Before);
  return "";
}

/// Reads of shared memory of \p K, for its math.
std::optional<double> reads(const CompiledKernel &K) {
  if (!K.Loop || K.Loop->Math == 0)
    return std::nullopt;
  return double(K.Loop->SharedLoads) / K.Loop->Math;
}

/// Blocks are lost for fewer reads of the tiles; else "".
std::string readsMakeUpFor(const KernelPair &P, const BlockLoss &Loss) {
  const std::optional<double> Before = reads(P.Before), After = reads(P.After);
  if (!Before || !After || *After > FewReads * *Before)
    return "";
  const bool HalfIsEnough = *After <= FewestReads * *Before;
  if (HalfIsEnough ? Loss.After * 2 < Loss.Before
                   : Loss.After * 4 < Loss.Before * 3)
    return "";
  return formatv("{0:P0} of the reads of shared memory make up for it",
                 *After / *Before);
}

/// Blocks are lost, but each thread has enough to do.
bool threadsMakeUpFor(const KernelPair &P, const BlockLoss &Loss) {
  if (P.After.Registers < ManyRegisters ||
      Loss.After * divideCeil(Loss.Threads, WarpSize) < LeastWarps)
    return false;
  return P.Cost.IsAsync ? P.Cost.IsWide && Loss.After * 2 >= Loss.Before
                        : Loss.After * 3 < Loss.Before * 2 &&
                              overlap(P.After).value_or(0) >= MostOverlap;
}

/// What makes up for \p Loss; else "".
std::string makesUpFor(const KernelPair &P, const BlockLoss &Loss,
                       const Architecture &Arch) {
  if (Loss.After == 1 && Loss.Threads >= ManyThreads)
    return "";
  if (std::string Reads = readsMakeUpFor(P, Loss); !Reads.empty())
    return Reads;
  // In registers, what a second buffer saves is a barrier a trip, and no block
  // (5 of 6 blocks 0.97, with one buffer 1.00; 3 of 4 0.98 and 1.04).
  if (P.Cost.Stages > 1 && !P.Cost.IsAsync)
    return "";
  if (isMadeUpFor(Loss, Arch)) {
    const unsigned Warps = Loss.After * divideCeil(Loss.Threads, WarpSize);
    return Warps * 2 >= Arch.WarpsPerSM
               ? formatv("{0} of {1} warps are enough", Warps, Arch.WarpsPerSM)
                     .str()
               : formatv("{0} KB on their way make up for it",
                         Loss.BytesAhead / 1024)
                     .str();
  }
  if (threadsMakeUpFor(P, Loss))
    return formatv("the work of {0} registers a thread makes up for it",
                   P.After.Registers);
  return "";
}

FormLoss lossOfBlocks(const KernelPair &P, unsigned Threads,
                      const Architecture &Arch) {
  // What a launch decides is left out on both sides.
  const bool IsKnown = P.Cost.DynamicBefore && P.Cost.DynamicAfter;
  const unsigned Before =
                     residentBlocks(P.Before, Threads,
                                    IsKnown ? *P.Cost.DynamicBefore : 0, Arch),
                 After =
                     residentBlocks(P.After, Threads,
                                    IsKnown ? *P.Cost.DynamicAfter : 0, Arch);
  const BlockLoss Loss{Before, After, Threads,
                       P.Cost.IsWide ||
                               overlap(P.After).value_or(0) >= FullOverlap
                           ? P.Cost.Ahead * P.Cost.TileBytes * After
                           : 0};
  if (After >= Before)
    return {};
  const std::string OfThreads =
      P.Cost.Threads ? "" : formatv(" of {0} threads", Threads).str();
  if (const std::string For = makesUpFor(P, Loss, Arch); !For.empty())
    return {"", formatv("{0} of {1} blocks{2} stay, {3}", After, Before,
                        OfThreads, For)};
  // With what is more of the one alone: they limit blocks apart.
  CompiledKernel MoreRegisters = P.Before;
  MoreRegisters.Registers = P.After.Registers;
  const unsigned OfRegisters = residentBlocks(
      MoreRegisters, Threads, IsKnown ? *P.Cost.DynamicBefore : 0, Arch);
  std::string Why = OfRegisters <= After
                        ? formatv("{0} registers, not {1}, leave",
                                  P.After.Registers, P.Before.Registers)
                              .str()
                        : "more shared memory leaves";
  return {Why +
          formatv(" {0} of {1} blocks{2}", After, Before, OfThreads).str()};
}

uint64_t hotBytes(const CompiledKernel &K) {
  return K.Loop ? K.Loop->Bytes : 0;
}

std::string lossOfCode(const KernelPair &P) {
  const uint64_t Before = hotBytes(P.Before), After = hotBytes(P.After);
  if (After <= InstructionCache || After <= Before + Before / 4)
    return "";
  return formatv("{0} KB of code in the loop, not {1}, are more than the "
                 "instruction cache holds",
                 divideCeil(After, 1024), divideCeil(Before, 1024));
}

std::string lossOfReads(const KernelPair &P) {
  const std::optional<MachineLoop> &Before = P.Before.Loop,
                                   &After = P.After.Loop;
  if (!P.IsSkewed || !Before || !After || !Before->SharedLoads ||
      double(After->SharedLoads) * Before->Math <=
          MoreReads * Before->SharedLoads * After->Math)
    return "";
  return formatv("{0} reads of shared memory for {1} of math, not {2} for {3}",
                 After->SharedLoads, After->Math, Before->SharedLoads,
                 Before->Math);
}

std::string lossOfOverlap(const KernelPair &P) {
  const std::optional<double> Part = overlap(P.After);
  if (!Part || *Part >= LeastOverlap)
    return "";
  return formatv("of the math of a trip, {0:P0} stand between the loads of the "
                 "next tile and who waits for them",
                 *Part);
}

} // namespace

unsigned residentBlocks(const CompiledKernel &Kernel, unsigned Threads,
                        uint64_t Dynamic, const Architecture &Arch) {
  BlockResources Block{Threads, Kernel.Registers};
  Block.StaticShared = Kernel.StaticSharedBytes;
  Block.DynamicShared = Dynamic;
  Block.MaxDynamicShared = Dynamic;
  Block.Barriers = std::max(1u, Kernel.Barriers);
  return computeOccupancy(Arch, Block).Blocks;
}

unsigned registersForBlock(unsigned Threads, const Architecture &Arch) {
  BlockResources Block{Threads, AllRegisters};
  while (Block.RegistersPerThread > 1 && !computeOccupancy(Arch, Block).Blocks)
    --Block.RegistersPerThread;
  return Block.RegistersPerThread;
}

bool isTooManyToLaunch(unsigned Registers, const KernelCost &Cost,
                       const Architecture &Arch) {
  return Cost.Threads && !Cost.IsByTile && !Cost.IsBounded &&
         std::min(Registers, AllRegisters) >
             registersForBlock(Cost.Threads, Arch);
}

FormLoss lossOf(const KernelPair &Pair, const Architecture &Arch) {
  if (std::string Why = lossOfLocal(Pair); !Why.empty())
    return {Why};
  const unsigned Known = Pair.Cost.Threads;
  FormLoss Out;
  for (unsigned Threads :
       Known ? ArrayRef<unsigned>(Known) : ArrayRef<unsigned>(UsualBlocks)) {
    FormLoss OfBlocks = lossOfBlocks(Pair, Threads, Arch);
    if (!OfBlocks.Why.empty())
      return OfBlocks;
    if (Out.MadeUpFor.empty())
      Out = std::move(OfBlocks);
  }
  if (std::string Why = lossOfCode(Pair); !Why.empty())
    return {Why};
  if (std::string Why = lossOfReads(Pair); !Why.empty())
    return {Why};
  if (std::string Why = lossOfOverlap(Pair); !Why.empty())
    return {Why};
  return Out;
}

} // namespace cudapipe
