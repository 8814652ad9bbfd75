//===- AlignedRows.cpp - Rows that wide copies can fill -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of `T + 1` elements keep column walks free of bank conflicts, but start
// at no multiples of 16 bytes. Where those of `T + 4` do so as well, or nobody
// walks columns, the tiles get these: Normalize/RowsForWideCopies.cpp.
//
//===----------------------------------------------------------------------===//

#include "FileRewriter.h"
#include "TileColumns.h"
#include "TileTouches.h"
#include "cudapipe/Resources/Occupancy.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

/// Some tile of \p Facts has rows that start at no multiple of 16 bytes.
static bool hasOtherRows(const LoopModel &Facts, const ASTContext &Ctx) {
  return llvm::any_of(Facts.Copies, [&](const TileCopy &Copy) {
    if (isDynamicShared(*Copy.Tile) || !isShared(*Copy.Tile) ||
        Copy.Tile->getType()->isDependentType() || Copy.Bytes > 8)
      return false;
    const ArrayType *Rows = Ctx.getAsArrayType(Copy.Tile->getType());
    if (!Rows)
      return false;
    const QualType Row = Rows->getElementType();
    // Of a flat array, nobody has asked for its rows yet.
    return !Row->isArrayType() ||
           Ctx.getTypeSizeInChars(Row).getQuantity() % 16 != 0;
  });
}

TileRows FileRewriter::alignRows(const LoopModel &Facts) {
  TileRows Out;
  if (Options.Pad.Kind != PadRequest::Auto || Round.RowsAreSet ||
      !hasOtherRows(Facts, Ctx))
    return Out;
  const FunctionDecl &Kernel = *Facts.Kernel;
  const LaunchSites &Sites = Launches.launchesOf(Kernel);
  const WideCopies Wished =
      findWideCopies(Facts, Sites, Ctx, WideFor::LongerRows);
  std::vector<PaddedTile> Tiles;
  std::vector<std::vector<int64_t>> Addresses;
  for (const WideCopy &Wide : Wished.Copies) {
    const bool IsOnly =
        llvm::count_if(Wished.Copies, [&](const WideCopy &Other) {
          return Other.Tile == Wide.Tile;
        }) == 1;
    if (Wide.Box.Rows == 1 ||
        Wide.Box.Pitch * Wide.Box.ElementBytes % Wide.Box.Bytes == 0 || !IsOnly)
      continue;
    TileLayout Layout =
        readTileLayout(*Wide.Tile, Kernel, Facts.Header.Loop, &Sites, Ctx);
    if (Layout.InTheWay ||
        int64_t(Layout.rowBytes()) != Wide.Box.Pitch * Wide.Box.ElementBytes)
      continue;
    Addresses.push_back(touched(Layout));
    // Wide copies store a row without conflicts: what else there is, counts.
    takeOutStores(Layout, Wide, Facts);
    TilePadding Padding =
        planAlignedRows(Layout, Wide.Box.Bytes, MaxStaticSharedBytes);
    if (llvm::Error Unsound = verifyPadding(Padding, Layout)) {
      llvm::consumeError(std::move(Unsound));
      Padding.Bytes = 0;
    }
    Tiles.push_back({std::move(Layout), std::move(Padding)});
  }
  Out.Change = padTiles(Tiles, Kernel, *Facts.Header.Loop, Ctx);
  for (const auto &[Tile, Touched] : llvm::zip_equal(Tiles, Addresses)) {
    const TilePadding &P = Tile.Padding;
    const TileLayout &L = Tile.Layout;
    if (P.Bytes == 0)
      continue;
    Out.Rows[rowKey(Kernel, P.Tile->getName())] = {
        L.RowLength, L.RowLength + int64_t(P.Bytes / L.ElementBytes), Touched};
    Out.Remarks.push_back(
        llvm::formatv("the rows of '{0}' are {1} bytes longer, for copies of "
                      "{2} bytes",
                      P.Tile->getName(), P.Bytes, P.Unit));
  }
  return Out;
}

} // namespace cudapipe
