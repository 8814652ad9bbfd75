//===- SparedBarriers.h - Barriers that all but one trip meet ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (k > 0)                 ->   __syncthreads();
//     __syncthreads();
//
//   if (more_than_a_warp)      ->   __syncthreads();
//     __syncthreads();
//
//   if (THREADS <= 32)         ->   __syncthreads();
//     __syncwarp();
//   else
//     __syncthreads();
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_SPAREDBARRIERS_H
#define CUDAPIPE_LIB_INLINE_SPAREDBARRIERS_H

#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Inline/InlineCalls.h"

namespace cudapipe {

/// All threads of a block find the same in \p Cond, in the function \p Kernel,
/// and change nothing by asking; parameters of \p PerThread may differ.
bool isSameForBlock(const clang::Expr &Cond, const clang::FunctionDecl &Kernel,
                    const PointerFlow &Flow, const clang::ASTContext &Ctx,
                    const VarSet &PerThread = {});

/// The edits that make barriers of the loop of \p Candidate, which the first
/// trip leaves out, or the last, or all trips of some blocks, or which are of a
/// warp under a condition that the block shares, barriers of the block in every
/// trip. Nothing if there are
/// none, or if what is beside the loop would need those that are left out.
std::optional<InlinedLoop> meetInEveryTrip(const LoopCandidate &Candidate,
                                           const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_SPAREDBARRIERS_H
