//===- TileTouches.h - Who touches what of a tile ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_TILETOUCHES_H
#define CUDAPIPE_LIB_TILETOUCHES_H

#include "cudapipe/Analyze/LoopModel.h"
#include "cudapipe/Analyze/TileLayout.h"

namespace cudapipe {

/// What \p Wide is made instead of costs nothing any more; the last of it, or
/// null.
const clang::Stmt *takeOutStores(TileLayout &Layout, const WideCopy &Wide,
                                 const LoopModel &Facts);

/// The copies \p All, of the loop \p Facts, take the place of what threads
/// store to \p Layout.
void addWideCopies(TileLayout &Layout, const WideCopies &All,
                   const LoopModel &Facts);

/// What the threads of \p Layout touch, as far as they are played: widths, rows
/// and bytes of rows, one after the other.
std::vector<int64_t> touched(const TileLayout &Layout);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_TILETOUCHES_H
