//===- cudapipe/Inline/FirstPasses.h - A constant part of a copy -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = tid; i < n;               for (int pass = 0; pass < 8; ++pass)
//   {
//        i += blockDim.x)                    const int i = tid + pass *
//        blockDim.x;
//     tile[i] = A[k + i];                    if (i < n)
//                                     ->       tile[i] = A[k + i];
//                                          }
//                                          for (int i = tid + 8 * blockDim.x;
//                                               i < n; i += blockDim.x)
//                                            tile[i] = A[k + i];
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_FIRSTPASSES_H
#define CUDAPIPE_INLINE_FIRSTPASSES_H

#include "cudapipe/Match/LoopCandidate.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>

namespace cudapipe {

/// The edits that give each loop in the loop of \p Candidate that copies from
/// global to shared memory, as often as only the launch knows, its first passes
/// in a loop of constant length, of no more than \p MostPasses. They change no
/// meaning. Nothing if there is none. It is one of \p Instantiations, all of
/// which have room for them.
std::optional<clang::tooling::AtomicChange>
splitFirstPasses(const LoopCandidate &Candidate,
                 llvm::ArrayRef<LoopCandidate> Instantiations,
                 clang::ASTContext &Ctx, unsigned MostPasses);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_FIRSTPASSES_H
