//===- LaunchFacts.h - What all launches of a kernel say --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __launch_bounds__(256)                         at most 256 threads
//   k<<<grid, dim3(16, 16), smem>>>(A, C, 64);     blockDim.x is 16, n is 64
//
// Launches count only if all of them are in sight.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LAUNCHFACTS_H
#define CUDAPIPE_LIB_ANALYZE_LAUNCHFACTS_H

#include "cudapipe/Match/LaunchSites.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <optional>

namespace cudapipe {

struct LaunchFacts {
  /// The x, y and z of blockDim, where all launches give one constant.
  std::array<std::optional<int64_t>, 3> BlockDim;
  /// Blocks of the largest grid, where all launches give constants.
  std::optional<int64_t> MostBlocks;
  /// The parameter to which all launches give the x, y or z of blockDim:
  /// `k<<<grid, dim3(T, T)>>>(A, n, T)`.
  std::array<const clang::ParmVarDecl *, 3> BlockDimIs{};
  /// Threads of a block, by __launch_bounds__.
  std::optional<int64_t> MaxThreads;
  /// Parameters to which all launches give one constant.
  llvm::DenseMap<const clang::ParmVarDecl *, int64_t> Params;
  /// LaunchSites::NoneUnknown.
  bool Certain = false;

  /// What holds for every launch, without a test.
  LaunchFacts proved() const {
    if (Certain)
      return *this;
    LaunchFacts Out;
    Out.MaxThreads = MaxThreads;
    return Out;
  }
};

/// Reads \p Launches, those of \p Kernel. What macros or constants give that
/// another configuration may define otherwise is unknown, unless \p OnlyHere.
LaunchFacts readLaunchFacts(const clang::FunctionDecl &Kernel,
                            const LaunchSites &Launches,
                            const clang::ASTContext &Ctx,
                            bool OnlyHere = false);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LAUNCHFACTS_H
