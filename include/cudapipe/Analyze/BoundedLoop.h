//===- cudapipe/Analyze/BoundedLoop.h - Trips of short loops ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last tile is shorter, and its copy loops stop earlier:
//
//   const int rows = min(BC, n - j0);
//   for (int r = ty; r < rows; r += TY)      at most BC / TY trips
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_BOUNDEDLOOP_H
#define CUDAPIPE_ANALYZE_BOUNDEDLOOP_H

#include "cudapipe/Analyze/TripCount.h"
#include <map>

namespace cudapipe {

/// Parts of an expression, and what stands in their place in its text.
using ReplacedParts = std::map<const clang::Expr *, const clang::Expr *>;

/// A counted loop, or one that makes no more trips than Trips.
struct BoundedLoop : CountedLoop {
  /// Null for a counted loop. Else the condition: false for all greater
  /// counters, too, once it has been. Limit is what the counter never reaches
  /// then, spelled with Replaced, and LimitValue its value.
  const clang::Expr *Guard = nullptr;
  ReplacedParts Replaced = {};
  int64_t LimitValue = 0;
  /// What LimitValue takes for known of the block: dimension 1 is 16.
  std::map<unsigned, int64_t> OfBlock = {};
};

/// Reads \p Loop, whose step and limit \p Block may give; nothing if no
/// constant bounds its trips.
std::optional<BoundedLoop> boundedLoop(const clang::ForStmt &Loop,
                                       const clang::ASTContext &Ctx,
                                       const BlockShape &Block = {});

/// `blockDim.x * blockDim.y`, if \p Loop goes in steps of it; else empty.
std::string blockStepOf(const clang::ForStmt &Loop);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_BOUNDEDLOOP_H
