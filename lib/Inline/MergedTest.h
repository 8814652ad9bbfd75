//===- MergedTest.h - Tests that a trip begins with -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int t = 0; t < tiles; ++t) {         for (int t = 0;
//     const int left = n - t * 32;     ->          t < tiles && (n - t * 32) >
//     0; if (left <= 0)                               ++t) {
//       break;                                  const int left = n - t * 32;
//
// A loop with one test can be asked for its next trip.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_MERGEDTEST_H
#define CUDAPIPE_LIB_INLINE_MERGEDTEST_H

#include "PlainTest.h"

namespace cudapipe {

/// Moves the test of the `if (..) break;` that the body of the candidate's loop
/// begins with into the header of the loop. Declarations may stand in front of
/// it, of values that the test then computes by itself. Nothing if there is no
/// such `if`, if it is the only test and needs no declaration, or if something
/// in front of it does more than compute.
std::optional<PlainTest> mergedTest(const LoopCandidate &Candidate,
                                    const SourceText &Text,
                                    clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_MERGEDTEST_H
