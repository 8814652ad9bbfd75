//===- cudapipe/Rewrite/SkewTiles.h - Skewed columns, spelled out -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   // Columns of Bs are skewed: no bank conflicts.
//   constexpr auto skewed = [](int column) { return column + column / 32 * 4;
//   };
//   __shared__ float Bs[BK][skewed(BN)];
//   ...
//   Bs[k][skewed(tx * TN) + j]
//
// The edits change no meaning. They are made last, in pipelined text.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITE_SKEWTILES_H
#define CUDAPIPE_REWRITE_SKEWTILES_H

#include "cudapipe/Plan/PlanSkew.h"
#include "clang/AST/Decl.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>

namespace cudapipe {

/// A tile, what becomes of it, and its name for users.
struct SkewedTile {
  TileLayout Layout;
  TileSkew Skew;
  std::string Name;
};

/// The edits for all of \p Tiles, which \p Function declares, that are skewed;
/// nothing if none is. A tile that cannot be edited loses its skew, and is
/// given the reason.
std::optional<clang::tooling::AtomicChange>
skewTiles(std::vector<SkewedTile> &Tiles, const clang::FunctionDecl &Function,
          const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_REWRITE_SKEWTILES_H
