//===- cudapipe/Inline/TilePointers.h - Names of tiles in each trip -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __shared__ float smem[2 * T * T];        __shared__ float smem[2 * T * T];
//   float *As = smem;                        for (int k = 0; k < K; k += T) {
//   float *Bs = smem + T * T;          ->      float *As = smem;
//   for (int k = 0; k < K; k += T) {           float *Bs = smem + T * T;
//
// Set in each trip, the pointers lead to the stage of that trip.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_TILEPOINTERS_H
#define CUDAPIPE_INLINE_TILEPOINTERS_H

#include "cudapipe/Match/LoopCandidate.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>

namespace cudapipe {

/// The edits that move into the body of the loop of \p Candidate what declares
/// pointers, references and addresses (`__cvta_generic_to_shared(&As[0])`) in
/// static shared arrays, is used there alone, and says the same in each trip.
/// They change no meaning. Nothing if there are none.
std::optional<clang::tooling::AtomicChange>
moveTilePointers(const LoopCandidate &Candidate, clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_TILEPOINTERS_H
