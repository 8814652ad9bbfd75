//===- cudapipe/Inline/SkippedTrips.h - Barriers that every trip meets -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int k = 0; k < K; k += T) {         for (int k = 0; k < K; k += T) {
//     if (mask[k / T] == 0)                    const bool skipped = mask[..] ==
//     0;
//       continue;                              if (!skipped) {
//     As[t] = A[k + t];                          As[t] = A[k + t];
//     __syncthreads();                 ->      }
//     sum += As[..];                           __syncthreads();
//     __syncthreads();                         if (!skipped) {
//   }                                            sum += As[..];
//                                              } ...
//
// The condition is the same for all threads of the block: they skip a trip
// together, so they may as well meet. It may be made of several tests
// (SkipTest.h), and trips that are skipped may do something.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_SKIPPEDTRIPS_H
#define CUDAPIPE_INLINE_SKIPPEDTRIPS_H

#include "cudapipe/Inline/InlineCalls.h"

namespace cudapipe {

/// Where the loop of \p Candidate has barriers that all threads of the block
/// leave out together (`if (k > 0) __syncthreads();`), the edits that make them
/// barriers of every trip; where they stand in braces of their own, the edit
/// that takes those away; else the edits that put what stands between its
/// barriers under the condition by which all threads of the block skip trips,
/// `if (..) continue;` or an `if` around it all, and leave the barriers to
/// every trip. They change no result, if the loop that they make has the
/// meaning that it has to have. Nothing if there is no such condition.
std::optional<InlinedLoop> meetInSkippedTrips(const LoopCandidate &Candidate,
                                              clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_SKIPPEDTRIPS_H
