//===- AreaContents.h - Who reads what the loop does not store? -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_AREACONTENTS_H
#define CUDAPIPE_LIB_ANALYZE_AREACONTENTS_H

#include "Analyze/Loop/LoopAnalysis.h"

namespace cudapipe {

/// A trip reads nothing from dynamic shared memory but what it has stored, and
/// what is around the loop nothing that the loop has stored.
bool partsKeepApart(LoopAnalysis &A);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_AREACONTENTS_H
