//===- cudapipe/Match/LoopCandidate.h - A loop that stages tiles -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A candidate is a loop in a kernel whose own body (not that of a loop inside
// it) holds a block barrier and stores to shared memory or copies into it:
//
//   for (int k = 0; k < K; k += BK) {       <- Loop
//     As[ty][tx] = A[row * K + k + tx];     <- stores to shared memory
//     __syncthreads();                      <- barrier
//     ...
//
// A candidate is no promise: the client must still prove everything.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_LOOPCANDIDATE_H
#define CUDAPIPE_MATCH_LOOPCANDIDATE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace cudapipe {

struct LoopCandidate {
  /// The kernel; of a template an instantiation when there is one.
  const clang::FunctionDecl *Kernel;
  /// A ForStmt, WhileStmt or DoStmt.
  const clang::Stmt *Loop;
  /// Other loops of Kernel that are taken to be pipelined with stages, too.
  std::vector<const clang::Stmt *> Others = {};
  /// Kernel stands in a header, and all files that include it are read.
  bool IncludersKnown = false;
};

/// Every candidate of the main file's translation unit in source order. The
/// instantiations of one template give one candidate each, side by side.
/// System headers are not searched.
std::vector<LoopCandidate> findLoops(clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_LOOPCANDIDATE_H
