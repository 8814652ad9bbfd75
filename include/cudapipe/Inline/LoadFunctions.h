//===- cudapipe/Inline/LoadFunctions.h - What is loaded by calls -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __device__ float load(const float *p, int r, int c, int M, int K) {
//     return r < M && c < K ? p[r * K + c] : 0.0f;
//   }
//   As[ty][tx] = load(A, row, k + tx, M, K);
//   ->
//   As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
//
// What is stored then shows at the store: cp.async can make the copy, and it
// shows what the other threads copy: wide copies can be made.
//
// The edits change no meaning. rewriteText() parses their result, sees that it
// is so, and keeps it where it helps. The function stays for others.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_LOADFUNCTIONS_H
#define CUDAPIPE_INLINE_LOADFUNCTIONS_H

#include "cudapipe/Inline/InlineCalls.h"

namespace cudapipe {

/// The edits that put what functions and lambdas return in the place of the
/// calls, of \p Candidate, that load what is stored to shared memory. A lambda
/// that nobody calls any more is removed. Nothing if there is no such call.
std::optional<InlinedLoop> inlineLoads(const LoopCandidate &Candidate,
                                       clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_LOADFUNCTIONS_H
