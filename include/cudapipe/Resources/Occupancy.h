//===- cudapipe/Resources/Occupancy.h - Blocks on an SM ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many blocks of a kernel are resident on a multiprocessor, and what stops
// there from being one more:
//
//   sm_86, 256 threads, 64 registers, 16 KB     shared memory: 100 / 17 = 5
//                                               registers, warps: 4 and 6
//                                               -> 4, limited by registers
//
// The same as cuda_occupancy.h of the toolkit: test/Resources compares.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_OCCUPANCY_H
#define CUDAPIPE_RESOURCES_OCCUPANCY_H

#include "cudapipe/Resources/Architecture.h"
#include <limits>
#include <optional>
#include <string>

namespace cudapipe {

/// What a block takes.
struct BlockResources {
  unsigned Threads;
  unsigned RegistersPerThread;
  /// Bytes of shared memory, the system's reserve not included.
  uint64_t StaticShared = 0, DynamicShared = 0;
  /// cudaFuncAttributeMaxDynamicSharedMemorySize, if it was set. Without, a
  /// block may have Architecture::SharedPerBlock.
  std::optional<uint64_t> MaxDynamicShared = std::nullopt;
  /// cudaFuncAttributePreferredSharedMemoryCarveout, 0 to 100; -1: the driver
  /// chooses, for as many blocks as possible.
  int CarveOutPercent = -1;
  /// Barriers that a block uses; __syncthreads() is one.
  unsigned Barriers = 1;
};

/// What limits the number of blocks; several can at once.
enum Limiter : unsigned {
  LimitWarps = 1,
  LimitRegisters = 2,
  LimitSharedMemory = 4,
  LimitBlocks = 8,
  LimitBarriers = 16
};

/// "registers and shared memory".
std::string limiterText(unsigned Limiters);

struct Occupancy {
  static constexpr unsigned Unlimited = std::numeric_limits<int>::max();

  /// Resident blocks of a multiprocessor; 0: the kernel cannot be launched.
  unsigned Blocks = 0;
  /// A set of Limiter.
  unsigned Limiters = 0;
  /// Blocks that each resource alone has room for.
  unsigned ByWarps = 0, ByRegisters = 0, BySharedMemory = 0, ByBlocks = 0,
           ByBarriers = Unlimited;
  /// What a block is given, rounding and reserve included.
  unsigned RegistersPerBlock = 0;
  uint64_t SharedPerBlock = 0;
};

/// The occupancy of blocks that take \p Block. Threads must not be 0.
Occupancy computeOccupancy(const Architecture &Arch,
                           const BlockResources &Block);

/// A form with which fewer blocks are resident than before.
struct BlockLoss {
  unsigned Before, After;
  /// Of a block.
  unsigned Threads;
  /// All copies are asynchronous and of 8 bytes or more, and so many bytes of
  /// the multiprocessor's blocks travel while they compute; 0: others.
  uint64_t BytesAhead;
};

/// What is left hides as much: half of all warps, with few blocks lost, or
/// enough bytes on their way.
bool isMadeUpFor(const BlockLoss &Loss, const Architecture &Arch);

/// How much shared memory \p Block may have, static and dynamic together, so
/// that shared memory alone lets \p Blocks of them be resident; nothing if none
/// is too much. The launch asks for what exceeds SharedPerBlock.
std::optional<uint64_t> sharedBytesFor(unsigned Blocks,
                                       const Architecture &Arch,
                                       const BlockResources &Block);

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_OCCUPANCY_H
