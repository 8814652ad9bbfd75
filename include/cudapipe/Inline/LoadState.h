//===- cudapipe/Inline/LoadState.h - Where the load is ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                                     int col_load = col;
//   for (int i = 0; i < n; ++i) {     for (int i = 0; i < n; ++i) {
//     tile[t] = A[row * K + col];       tile[t] = A[row_load * K + col_load];
//                                       col_load += 64;
//     __syncthreads();                  if (col_load == K) ..
//     sum += tile[j] * (col + j);  ->   __syncthreads();
//     __syncthreads();                  sum += tile[j] * (col + j);
//     col += 64;                        ..
//     if (col == K) {                   col += 64;
//       col = 0;                        if (col == K) {
//       ++row;                            ..
//
// What both phases go by is moved on at the end of the trip, which the load of
// the next tile must not wait for: it moves variables of its own.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_LOADSTATE_H
#define CUDAPIPE_INLINE_LOADSTATE_H

#include "cudapipe/Inline/InlineCalls.h"

namespace cudapipe {

/// The edits that give the load phase of \p Candidate variables of its own for
/// those that are set behind it, from nothing that the trip computes. The
/// meaning is that of the function.
std::optional<InlinedLoop> ownStateOfLoad(const LoopCandidate &Candidate,
                                          clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_LOADSTATE_H
