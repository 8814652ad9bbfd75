//===- EarlyLoads.h - Loads that can be made a trip early -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps behind buildEarlyLoads(). The first finds the loads that feed a
// tile, the second what their addresses need, the third where the next trip's
// may stand.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_EARLYLOADS_H
#define CUDAPIPE_LIB_ANALYZE_EARLYLOADS_H

#include "LoopAnalysis.h"

namespace cudapipe {

/// Fills LoopModel::Early with the statements of the body and the loads to
/// make early.
MaybeRejection findEarlyLoads(LoopAnalysis &A);
/// Marks what the addresses and guards need and sorts the variables; every
/// load is made with the values that it would have had in its own trip.
MaybeRejection sliceEarlyLoads(LoopAnalysis &A);

/// The local variables that \p S names.
void namedVariables(const clang::Stmt *S, VarSet &Out);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_EARLYLOADS_H
