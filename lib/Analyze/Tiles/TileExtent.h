//===- TileExtent.h - Where the tiles of a trip lie -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_TILEEXTENT_H
#define CUDAPIPE_LIB_ANALYZE_TILEEXTENT_H

#include "Analyze/Loop/LoopAnalysis.h"

namespace cudapipe {

/// Fills DynamicArea::Extent, if it can be told. \p Launches: those of the
/// kernel.
void readTileExtent(LoopAnalysis &A, const LaunchSites &Launches);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_TILEEXTENT_H
