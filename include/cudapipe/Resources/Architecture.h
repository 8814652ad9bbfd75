//===- cudapipe/Resources/Architecture.h - What an SM has -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folder Resources knows GPUs and numbers, no kernel's AST and no phase,
// but for the counters that are handed statements. It decides nothing.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_ARCHITECTURE_H
#define CUDAPIPE_RESOURCES_ARCHITECTURE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace cudapipe {

/// The limits of one compute capability: a row of a table, so a field for each
/// of its columns. Sources: Architectures.def; for the
/// defaults below, the same two, which list them alike for all rows.
struct Architecture {
  /// Compute capability times ten: 90 for sm_90 and sm_90a.
  unsigned SmVersion;
  /// Bytes of shared memory: of a multiprocessor, of a block whose launch asks
  /// for it, of every block's share that the system takes.
  uint64_t SharedPerSM, SharedPerBlockOptIn, ReservedPerBlock;
  /// A block's share, reserve included, is rounded up to this.
  uint64_t SharedGranularity;
  /// What may be resident on a multiprocessor.
  unsigned WarpsPerSM, BlocksPerSM, BarriersPerSM;
  /// KB of shared memory that the split with L1 can give, ascending.
  llvm::ArrayRef<unsigned> CarveOutKB;

  /// Bytes of shared memory that a block has without asking.
  uint64_t SharedPerBlock = uint64_t(48) * 1024;
  unsigned WarpSize = 32, ThreadsPerBlock = 1024;
  unsigned RegistersPerSM = 64 * 1024, RegistersPerBlock = 64 * 1024;
  /// As cuda_occupancy.h checks it; 255 of them can be named.
  unsigned RegistersPerThread = 256;
  /// A warp's registers are rounded up to this.
  unsigned RegisterGranularity = 256;
  /// Each has its own registers and warps.
  unsigned SubPartitions = 4;
};

/// All rows, oldest first.
llvm::ArrayRef<Architecture> architectures();

/// The row of \p SmVersion, or of the newest that is older: compare its
/// SmVersion. Null below sm_70.
const Architecture *findArchitecture(unsigned SmVersion);

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_ARCHITECTURE_H
