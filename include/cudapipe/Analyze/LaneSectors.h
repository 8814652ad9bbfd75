//===- cudapipe/Analyze/LaneSectors.h - What copies ask L2 for --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of 16 bytes by cp.async passes by L1, a quarter of a warp at a time:
//
//   lane           0   1   2   3   4   5   6   7
//   side by side   |---+---|---+---|---+---|---+---|   4 sectors, all of each
//   every second   |---    |---    |---    |---  ...   8 sectors, half of each:
//                                                      the next quarter asks
//                                                      for the others' again
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_LANESECTORS_H
#define CUDAPIPE_ANALYZE_LANESECTORS_H

#include "cudapipe/Analyze/LoopModel.h"

namespace cudapipe {

/// Copies by cp.async that fetch each sector so often are slower than those
/// through registers, which L1 serves: ldmatrix tiles of fp16, two fetches,
/// took 0.48 and 0.84 where one (`cp.async.ca`) takes 1.81 (H200).
constexpr double ManyFetches = 1.5;

/// How often each sector of 32 bytes that a warp loads for a tile would be
/// fetched from L2, if its copies of 16 bytes passed by L1; 1 where that cannot
/// be told, and where there are none. What no thread indexes by counts as the
/// same for all lanes; rows lie apart.
double fetchesOfSectors(const LoopModel &M, const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_LANESECTORS_H
