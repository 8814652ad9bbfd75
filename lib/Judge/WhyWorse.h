//===- WhyWorse.h - What a form loses, in a compiler's figures --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_JUDGE_WHYWORSE_H
#define CUDAPIPE_LIB_JUDGE_WHYWORSE_H

#include "cudapipe/Compile/CompiledKernel.h"
#include "cudapipe/LoopReport.h"
#include "cudapipe/Resources/Occupancy.h"

namespace cudapipe {

/// One kernel as it was and as a form makes it.
struct KernelPair {
  const KernelCost &Cost;
  const CompiledKernel &Before, &After;
  /// Columns of a tile are skewed: where they are is worked out at run time.
  bool IsSkewed = false;
};

/// Resident blocks of \p Threads threads; 0: none fits. \p Dynamic: bytes of
/// dynamic shared memory.
unsigned residentBlocks(const CompiledKernel &Kernel, unsigned Threads,
                        uint64_t Dynamic, const Architecture &Arch);

/// The most registers with which blocks of \p Threads threads launch.
unsigned registersForBlock(unsigned Threads, const Architecture &Arch);

/// With \p Registers, which nothing bounds, a block does not launch.
bool isTooManyToLaunch(unsigned Registers, const KernelCost &Cost,
                       const Architecture &Arch);

/// What a form loses.
struct FormLoss {
  /// "113 registers, not 64, leave 2 of 4 blocks"; empty: nothing that it does
  /// not make up for.
  std::string Why;
  /// Blocks that it makes up for: "2 of 3 blocks stay, which 16 KB on their way
  /// make up for"; empty: none are lost.
  std::string MadeUpFor = "";
};

FormLoss lossOf(const KernelPair &Pair, const Architecture &Arch);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_JUDGE_WHYWORSE_H
