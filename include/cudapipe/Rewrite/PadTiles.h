//===- cudapipe/Rewrite/PadTiles.h - Longer rows, spelled out ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   // Rows are 16 bytes longer: no bank conflicts.
//   __shared__ half As[BM][BK + 8];
//   ...
//   wmma::load_matrix_sync(a, &As[16 * warp][0], BK + 8);
//
// Where the length stands in several places, it gets a name:
//
//   constexpr int As_pitch = BK + 8;
//   __shared__ half As[BM * As_pitch];
//   ...  As[row * As_pitch + col]
//
// The edits change no meaning: rewriteText() parses their result and pipelines
// that.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITE_PADTILES_H
#define CUDAPIPE_REWRITE_PADTILES_H

#include "cudapipe/Plan/PlanPadding.h"
#include "clang/AST/Decl.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>

namespace cudapipe {

/// A tile, and what becomes of it.
struct PaddedTile {
  TileLayout Layout;
  TilePadding Padding;
};

/// The edits for all of \p Tiles, which \p Function declares, that get longer
/// rows; nothing if none does. A tile that cannot be edited loses its padding,
/// and is given the reason. \p Loop is the loop that the tiles belong to.
std::optional<clang::tooling::AtomicChange>
padTiles(std::vector<PaddedTile> &Tiles, const clang::FunctionDecl &Function,
         const clang::Stmt &Loop, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_REWRITE_PADTILES_H
