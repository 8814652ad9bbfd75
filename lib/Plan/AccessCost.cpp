//===- AccessCost.cpp - What a layout of rows costs -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/AccessCost.h"
#include "cudapipe/Plan/BankConflicts.h"

namespace cudapipe {

/// What the lanes of \p Warp touch.
static llvm::SmallVector<int64_t, 32>
addresses(const std::vector<LaneAddress> &Warp, const RowShape &Shape) {
  llvm::SmallVector<int64_t, 32> Out;
  for (const LaneAddress &Lane : Warp)
    Out.push_back(Lane.Active ? Shape.addressOf(Lane) : NoAddress);
  return Out;
}

/// Accesses of a run that ptxas makes at once. Seen on sm_90: 32 floats of a
/// row are 8 LDS.128 with rows of 36 floats, 16 LDS.64 with 34, 32 LDS with 33.
static unsigned madeAtOnce(const TileAccess &Access, const RowShape &Shape) {
  for (unsigned N = 16 / std::min(Access.Width, 16u); N > 1; --N) {
    int64_t Bytes = N * Access.Width;
    if (Access.Run % N == 0 && llvm::isPowerOf2_64(Bytes) &&
        Shape.Pitch % Bytes == 0 && Shape.Gap % Bytes == 0 &&
        llvm::all_of(Access.Warps, [&](const std::vector<LaneAddress> &Warp) {
          return llvm::all_of(addresses(Warp, Shape), [&](int64_t Address) {
            return Address == NoAddress || Address % Bytes == 0;
          });
        }))
      return N;
  }
  return 1;
}

/// In quarters of a wavefront; an instruction costs one of its own.
template <typename CountTy>
static uint64_t sumOver(const TileLayout &Layout, const RowShape &Shape,
                        CountTy Count) {
  uint64_t Out = 0;
  for (const TileAccess &Access : Layout.Accesses) {
    unsigned AtOnce = madeAtOnce(Access, Shape);
    uint64_t Sum = 0;
    for (const std::vector<LaneAddress> &Warp : Access.Warps)
      Sum += 4 * Count(addresses(Warp, Shape), AtOnce * Access.Width) + 1;
    Out += Access.Weight * Sum / AtOnce;
  }
  return Out;
}

uint64_t costOf(const TileLayout &Layout, const RowShape &Shape) {
  return sumOver(Layout, Shape, wavefronts);
}

uint64_t leastCostOf(const TileLayout &Layout, const RowShape &Shape) {
  return sumOver(Layout, Shape, leastWavefronts);
}

} // namespace cudapipe
