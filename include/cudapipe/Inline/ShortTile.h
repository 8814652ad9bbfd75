//===- cudapipe/Inline/ShortTile.h - The last tile, behind the loop -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   while (k > 0) {                          while (k >= T) {
//     As[t] = A[t];                            As[t] = A[t];
//     __syncthreads();                         __syncthreads();
//     if (k < T)                               sum += As[..];
//       break;                      ->         __syncthreads();
//     sum += As[..];                           A += T, k -= T;
//     __syncthreads();                       }
//     A += T, k -= T;                        if (k > 0) {
//   }                                          As[t] = A[t];
//   for (int i = 0; i < k; ++i)                __syncthreads();
//     sum += As[..];                         }
//
// Each thread does the same things in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_SHORTTILE_H
#define CUDAPIPE_INLINE_SHORTTILE_H

#include "cudapipe/Match/LoopCandidate.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>

namespace cudapipe {

/// Where the loop of \p Candidate is left behind the barrier that publishes a
/// tile, the edits that make the test of that a part of the loop's condition,
/// and load the tile behind the loop. They change no meaning. Nothing if there
/// is no such test, or it may find something else where the trip starts.
std::optional<clang::tooling::AtomicChange>
loadShortTileBehind(const LoopCandidate &Candidate, clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_SHORTTILE_H
