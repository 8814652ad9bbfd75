//===- cudapipe/Plan/PlanSkew.h - Columns that meet no bank twice -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float Bs[8][128];          threads read 16 bytes each, 32 apart:
//   Bs[k][tx * 8 + j]                     threads 0 and 4 meet, 1 and 5, ...,
//                                         however long rows are
//
//   __shared__ float Bs[8][skewed(128)];  16 bytes are left out after every
//   128: Bs[k][skewed(tx * 8) + j]             thread 4 is four banks further
//   on
//
// What this file does not decide: which part of a subscript moves
// (TileLayout.h) and how that is spelled (SkewTiles.h).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_PLANSKEW_H
#define CUDAPIPE_PLAN_PLANSKEW_H

#include "cudapipe/Analyze/TileLayout.h"
#include "llvm/Support/Error.h"

namespace cudapipe {

/// The columns of one tile.
struct TileSkew {
  const clang::VarDecl *Tile;
  /// Bytes left out after every SkewGroupBytes; 0: columns stay.
  unsigned Gap = 0;
  /// What a block's accesses to the tile cost, weighted: as it is, skewed, and
  /// skewed if no two lanes met in a bank.
  uint64_t Before = 0, After = 0, Least = 0;
  /// The parts of subscripts that are skewed, each once.
  std::vector<const clang::Expr *> Parts = {};
  /// Gap is 0, and why that is no matter of choice.
  std::string WhyNot = {};
  /// The access that is in the way, if one is.
  const clang::Stmt *Where = nullptr;

  /// How much longer rows of \p Layout are.
  uint64_t bytesOfRow(const TileLayout &Layout) const {
    return Layout.rowBytes() / SkewGroupBytes * Gap;
  }
};

/// Chooses the least gap with the least cost that keeps every access as aligned
/// as it is, of \p MaxBytes a tile at most.
TileSkew planSkew(const TileLayout &Layout, uint64_t MaxBytes);

/// Checks, by other means than planSkew(), that with \p Skew every lane of
/// every access keeps its bytes together and is aligned as before, and that
/// different elements stay different.
llvm::Error verifySkew(const TileSkew &Skew, const TileLayout &Layout);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_PLANSKEW_H
