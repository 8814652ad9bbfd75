//===- PlainTest.h - Loop tests that do nothing but test --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   while (++k < K) {                       ++k;
//     As[t] = A[k * BK + t];          ->    for (; k < K; ++k) {
//     ...                                     As[t] = A[k * BK + t];
//
// The test is asked of the next trip, too: there it must not count.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_PLAINTEST_H
#define CUDAPIPE_LIB_INLINE_PLAINTEST_H

#include "../Rewrite/SourceText.h"
#include "cudapipe/Match/LoopCandidate.h"
#include <optional>
#include <vector>

namespace cudapipe {

/// A loop that counts apart from its test.
struct PlainTest {
  std::vector<TextEdit> Edits;
  /// The loop that results. Its parts are the user's own.
  const clang::Stmt *Loop;
};

/// Takes the step out of the test of the candidate's loop: in its header, at
/// its end, or that of the `if (..) break;` its body begins or ends with.
/// Nothing if there is no such test, or a value would be another.
std::optional<PlainTest> plainTest(const LoopCandidate &Candidate,
                                   const SourceText &Text,
                                   clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_PLAINTEST_H
