//===- Callers.h - What calls tell about a device function ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __device__ void body(const float *A, float *As, int K) {
//     for (int k = 0; k < K; k += 32) ...         a K-loop
//   }
//   __global__ void f(const float *A, int K) {
//     __shared__ float tile[32];
//     body(A, tile, K);                           A is global, As shared, K the
//   }                                             same for all threads
//
// A kernel's own parameters are what the launch gives. For a device function
// the same has to follow from every call, up to the kernels.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_CALLERS_H
#define CUDAPIPE_LIB_ANALYZE_CALLERS_H

#include "Analyze/Loop/LoopAnalysis.h"
#include "cudapipe/Match/LoopCandidate.h"

namespace cudapipe {

/// Fills in what all callers of M.Kernel, a device function, have in common:
/// where its parameters point to, which of them differ from thread to thread,
/// and the kernels that lead to it.
///
/// A pointer to shared memory, to a variable of the caller, or `__restrict__`
/// becomes a root of its own, which goes by the parameter.
///
/// A function of a header may have callers that nobody knows. Of those nothing
/// is believed but what its own barriers demand: that the block calls it
/// together, and agrees on the conditions around them. A pointer then is a root
/// of its own whatever is passed, and may be any memory that the function does
/// not declare.
MaybeRejection readCallers(LoopAnalysis &A);
/// CallerFacts::PerThreadAtBarriers of the function of \p Candidate; nothing if
/// its callers cannot be read.
std::optional<VarSet> perThreadAtBarriers(const LoopCandidate &Candidate,
                                          const clang::ASTContext &Ctx);
/// The loop touches shared memory that a caller elsewhere may pass, too, for a
/// pointer that is not `__restrict__`.
MaybeRejection checkPassedMemory(LoopAnalysis &A);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_CALLERS_H
