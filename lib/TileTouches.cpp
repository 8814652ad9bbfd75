//===- TileTouches.cpp - Who touches what of a tile -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileTouches.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;

namespace cudapipe {

const Stmt *takeOutStores(TileLayout &Layout, const WideCopy &Wide,
                          const LoopModel &Facts) {
  const Stmt *Last = nullptr;
  for (TileAccess &Access : Layout.Accesses)
    for (unsigned Item : Wide.Items)
      if (contains(Facts.Items[Item].S, Access.Where)) {
        Last = Access.Where;
        Access.Weight = 0; // edges may still be stored so
      }
  return Last;
}

void addWideCopies(TileLayout &Layout, const WideCopies &All,
                   const LoopModel &Facts) {
  for (const WideCopy &Wide : All.Copies) {
    if (Wide.Tile != Layout.Tile)
      continue;
    TileAccess Copies;
    Copies.Where = takeOutStores(Layout, Wide, Facts);
    Copies.Width = Copies.Alignment = Copies.RowUnit = Wide.Box.Bytes;
    // Their columns are multiples of their width, as far as a group.
    Copies.Groups.emplace_back();
    // As often as the K-loop is taken to run, see TileLayout.cpp.
    Copies.Weight = 16;
    int64_t InRow = std::max<int64_t>(1, Wide.Box.Columns / Wide.width());
    for (int64_t I = 0; I < Wide.Box.Rows * InRow; ++I) {
      if (I % 32 == 0)
        Copies.Warps.emplace_back();
      int64_t Row = I / InRow, Byte = I % InRow * Wide.Box.Bytes;
      if (Layout.Rows == 1) // of a flat array
        Byte +=
            std::exchange(Row, 0) * Wide.Box.Columns * Wide.Box.ElementBytes;
      Copies.Warps.back().push_back({Row, Byte});
    }
    Layout.Accesses.push_back(std::move(Copies));
  }
}

std::vector<int64_t> touched(const TileLayout &Layout) {
  std::vector<int64_t> Out;
  for (const TileAccess &Access : Layout.Accesses) {
    Out.push_back(Access.Width);
    for (const std::vector<LaneAddress> &Warp : Access.Warps)
      for (const LaneAddress &Lane : Warp)
        Out.insert(Out.end(), {Lane.Row, Lane.Byte, Lane.Active});
  }
  return Out;
}

} // namespace cudapipe
