//===- cudapipe/Resources/LaunchShape.h - Threads and trips -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What launches say, for figures that may be wrong, not for proofs: one launch
// in sight is taken for all.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_LAUNCHSHAPE_H
#define CUDAPIPE_RESOURCES_LAUNCHSHAPE_H

#include "cudapipe/Match/LaunchSites.h"
#include "cudapipe/Resources/WorkCount.h"

namespace cudapipe {

/// How many threads a block has, and how that is known.
struct BlockThreads {
  enum SourceTy {
    Launches,     ///< All launches are in sight and agree.
    SomeLaunch,   ///< The first launch in sight that gives constants.
    LaunchBounds, ///< __launch_bounds__: at most so many.
    Unknown       ///< Nobody says; Threads is 0.
  };
  unsigned Threads = 0;
  SourceTy Source = Unknown;
};

BlockThreads blockThreads(const clang::FunctionDecl &Kernel,
                          const LaunchSites &Launches,
                          const clang::ASTContext &Ctx);

/// The most blocks that a launch has; nothing unless all launches are in sight
/// and give constants.
std::optional<uint64_t> mostBlocks(const clang::FunctionDecl &Kernel,
                                   const LaunchSites &Launches,
                                   const clang::ASTContext &Ctx);

/// The trips of loops whose bounds and step are made of constants, blockDim and
/// parameters that launches give as constants:
///
///   for (int i = threadIdx.x; i < 1024; i += blockDim.x)   4 with 256 threads
///
/// A start that is no such value is taken for 0. Keeps references to \p Kernel
/// and \p Ctx.
TripHint tripsByLaunches(const clang::FunctionDecl &Kernel,
                         const LaunchSites &Launches,
                         const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_LAUNCHSHAPE_H
