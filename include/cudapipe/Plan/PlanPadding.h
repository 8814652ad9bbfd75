//===- cudapipe/Plan/PlanPadding.h - Rows that meet no bank twice -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ half As[64][32];      64 bytes a row: rows 0, 2, 4, ... start in
//                                    the same bank
//   __shared__ half As[64][32 + 8];  80 bytes: 8 rows of 16 bytes are in
//                                    different banks
//
// What this file does not decide: whether rows may be longer (TileLayout.h),
// and how that is spelled (PadTiles.h).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_PLAN_PLANPADDING_H
#define CUDAPIPE_PLAN_PLANPADDING_H

#include "cudapipe/Analyze/TileLayout.h"
#include "llvm/Support/Error.h"

namespace cudapipe {

/// What the user asked for (--pad).
struct PadRequest {
  enum KindTy { None, Auto, Fixed } Kind = Auto;
  /// Kind Fixed.
  unsigned Bytes = 0;
  /// Not by default: then what becomes of rows is a remark, else a detail.
  bool IsAsked = false;
};

/// The rows of one tile.
struct TilePadding {
  const clang::VarDecl *Tile;
  unsigned Bytes = 0;
  /// Rows are longer so that they start at multiples of so many bytes.
  unsigned Unit = 0;
  /// What a block's accesses to the tile cost, weighted: as it is, padded, and
  /// padded if no two lanes met in a bank.
  uint64_t Before = 0, After = 0, Least = 0;
  /// Bytes is 0, and why that is no matter of choice.
  std::string WhyNot = {};
  /// The access that is in the way, if one is.
  const clang::Stmt *Where = nullptr;
};

/// Chooses the least padding with the least cost that keeps every access as
/// aligned as it is, of \p MaxBytes a tile at most.
TilePadding planPadding(const TileLayout &Layout, const PadRequest &Request,
                        uint64_t MaxBytes);

/// The least padding with which rows are multiples of \p Unit bytes, and
/// accesses cost no more than they do now.
TilePadding planAlignedRows(const TileLayout &Layout, unsigned Unit,
                            uint64_t MaxBytes);

/// Checks, by other means than planPadding(), that with \p Padding every lane
/// of every access finds its row and is aligned as before, and that different
/// elements stay different.
llvm::Error verifyPadding(const TilePadding &Padding, const TileLayout &Layout);

} // namespace cudapipe

#endif // CUDAPIPE_PLAN_PLANPADDING_H
