//===- TileContents.h - Does a trip read only what it stored? ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const int rows = min(BC, n - j0);                  the last tile is shorter
//   for (int r = ty; r < rows; r += TY) Ks[r][tx] = K[...];
//   __syncthreads();
//   for (int j = 0; j < rows; ++j) sum += Ks[j][tx];   rows that were stored
//
// Two buffers of Ks do no harm here, although the rows of an older tile stay in
// each: nobody reads them.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_TILECONTENTS_H
#define CUDAPIPE_LIB_ANALYZE_TILECONTENTS_H

#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Analyze/Taint.h"

namespace cudapipe {

/// Every element that \p Copy stores in some trips, and not in others, is read
/// only in trips that store it. \p Moving: what changes from trip to trip.
bool readsOnlyStored(const LoopAnalysis &A, const TileCopy &Copy,
                     const Taint &Moving, const LaunchFacts &Facts);

/// checkSecondBuffer(), once more where what is stored changes from trip to
/// trip, now with the launches.
void checkShortTiles(LoopAnalysis &A,
                     llvm::function_ref<LaunchFacts()> ReadFacts);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_TILECONTENTS_H
