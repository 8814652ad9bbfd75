//===- cudapipe/Plan/AccessCost.h - What a layout of rows costs -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_ACCESSCOST_H
#define CUDAPIPE_PLAN_ACCESSCOST_H

#include "cudapipe/Analyze/TileLayout.h"

namespace cudapipe {

/// Where the bytes of rows are.
struct RowShape {
  int64_t Pitch = 0;
  /// Bytes that are left out after every SkewGroupBytes of a row.
  int64_t Gap = 0;

  int64_t addressOf(const LaneAddress &Lane) const {
    int64_t Groups = Lane.Byte / int64_t(SkewGroupBytes);
    if (Lane.Byte < 0)
      --Groups;
    return Lane.Row * Pitch + Lane.Byte + Groups * Gap;
  }
};

/// What the accesses of \p Layout cost in rows of \p Shape, weighted, in
/// quarters of a wavefront.
uint64_t costOf(const TileLayout &Layout, const RowShape &Shape);

/// The same, if no two lanes met in a bank.
uint64_t leastCostOf(const TileLayout &Layout, const RowShape &Shape);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_ACCESSCOST_H
