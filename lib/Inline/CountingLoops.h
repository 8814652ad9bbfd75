//===- CountingLoops.h - Copy loops that count in their header --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int i = threadIdx.x;                for (int i = threadIdx.x; i < N;
//   while (i < N) {                          i += blockDim.x) {
//     tile[i] = A[k + i];         ->      tile[i] = A[k + i];
//     i += blockDim.x;                  }
//   }
//
// What a copy loop stores, and how often, is read from its header.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_COUNTINGLOOPS_H
#define CUDAPIPE_LIB_INLINE_COUNTINGLOOPS_H

#include "../Rewrite/SourceText.h"
#include "cudapipe/Match/LoopCandidate.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <utility>
#include <vector>

namespace cudapipe {

/// While loops that become for loops.
struct CountingLoops {
  std::vector<TextEdit> Edits;
  /// Each loop and what it becomes; what has gone into its header, and null.
  std::vector<std::pair<const clang::Stmt *, const clang::Stmt *>> Replaced;
};

/// Puts the counters of while loops, in the candidate's loop, that store to
/// tiles (\p StoresTile) into their headers. Loops that would mean something
/// else stay.
CountingLoops
countingLoops(const LoopCandidate &Candidate,
              llvm::function_ref<bool(const clang::Stmt *)> StoresTile,
              const SourceText &Text, clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_COUNTINGLOOPS_H
