//===- PlainStatements.h - One store, one test a statement ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   As[t] = Bs[t] = 0.0f;            ->   As[t] = 0.0f;
//                                         Bs[t] = 0.0f;
//
//   if (const int r = k + t; r < K)  ->   const int r = k + t;
//     As[t] = A[r];                       if (r < K)
//                                           As[t] = A[r];
//
//   if constexpr (Transposed)        ->   if (Transposed)
//
//   int n = __syncthreads_or(active);
//   if (n == 0)                      ->   if (__syncthreads_or(active) == 0)
//     break;                                break;
//
// Each store to a tile has its own value, and each condition is one that the
// load phase can be asked: of a constant one, all instantiations of a template
// have both branches.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_PLAINSTATEMENTS_H
#define CUDAPIPE_LIB_INLINE_PLAINSTATEMENTS_H

#include "../Rewrite/SourceText.h"
#include "cudapipe/Match/LoopCandidate.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <utility>
#include <vector>

namespace cudapipe {

/// Statements that become several, or plainer ones.
struct PlainStatements {
  std::vector<TextEdit> Edits;
  /// Each statement and what it becomes.
  std::vector<std::pair<const clang::Stmt *, const clang::Stmt *>> Replaced;
};

/// Makes statements of the candidate's loop plain that store to tiles (\p
/// StoresTile). Those that would mean something else stay.
PlainStatements
plainStatements(const LoopCandidate &Candidate,
                llvm::function_ref<bool(const clang::Stmt *)> StoresTile,
                const SourceText &Text, clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_PLAINSTATEMENTS_H
