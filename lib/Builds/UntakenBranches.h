//===- UntakenBranches.h - What no instantiation here has -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   template <bool B> __global__ void sum(...) {      only sum<false> here
//     for (...) {
//       tile[t] = A[k + t]; ...
//       if constexpr (B) { if (sum > 100) break; }    not in its syntax tree
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_BUILDS_UNTAKENBRANCHES_H
#define CUDAPIPE_LIB_BUILDS_UNTAKENBRANCHES_H

#include "cudapipe/Match/LoopCandidate.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace cudapipe {

/// A branch of an `if constexpr`, in the template, that none of its
/// instantiations in sight takes.
struct UntakenBranch {
  const clang::Stmt *Branch;
  /// What it does that a proof for the others does not cover, "leaves the
  /// loop"; empty where it is no matter to them.
  std::string Does;
  /// It names shared memory.
  bool NamesTiles;
};

/// Those in the loop of \p Whole, the template that \p Instantiations are of,
/// in front of it, and in the loops around it.
std::vector<UntakenBranch>
untakenBranches(const LoopCandidate &Whole,
                llvm::ArrayRef<LoopCandidate> Instantiations,
                const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_BUILDS_UNTAKENBRANCHES_H
