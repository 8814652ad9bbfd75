//===- cudapipe/Inline/ResidentBlocks.h - Registers for two blocks -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __global__ void __launch_bounds__(256)   __global__ void
//       gemm(..) {                               __launch_bounds__(256, 2)
//     __shared__ float As[8][128];                 gemm(..) {
//     for (..) {                               __shared__ alignas(16) float
//       a = A[row * K + col];           ->         As[8][128];
//       ...                                    auto *A_src = &A[row * K + col];
//       A += BK;                               for (..) {
//                                                a = A_src[0];
//                                                ...
//                                                A_src += BK;
//
// A kernel of 8 x 8 results a thread has just the registers for two blocks. The
// next tile finds room among them if no address is made anew in each trip, what
// is read from a tile comes 16 bytes at a time, and nvcc knows the limit.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_INLINE_RESIDENTBLOCKS_H
#define CUDAPIPE_INLINE_RESIDENTBLOCKS_H

#include "cudapipe/Match/LoopCandidate.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include <optional>

namespace cudapipe {

/// The edits, of the loop of \p Candidate and its kernel, after which the next
/// tile may wait in registers while two blocks of \p Threads threads stay
/// resident. They change no result. Nothing if they cannot be made: the kernel
/// does not tell nvcc its threads, or a load has no pointer that steps.
std::optional<clang::tooling::AtomicChange>
keepTwoBlocks(const LoopCandidate &Candidate, unsigned Threads,
              const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_INLINE_RESIDENTBLOCKS_H
