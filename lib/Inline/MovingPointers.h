//===- MovingPointers.h - Pointers of a thread that step --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const float *a = A + row * K + tx;       Declaration, Start
//   for (int k = 0; k < K; k += BK) {        Counter
//     As[ty][tx] = *a;                       Uses: *(A + row * K + tx + k)
//     a += BK;                               Step
//
// Or a parameter, which is moved there first: `A += row * K + tx;`.
//
// Each thread has its own, so none tells where the others read. What it starts
// from, and how far it has come, do.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_MOVINGPOINTERS_H
#define CUDAPIPE_LIB_INLINE_MOVINGPOINTERS_H

#include "cudapipe/Match/LoopCandidate.h"
#include "clang/AST/Expr.h"

namespace cudapipe {

/// A pointer that only the loop uses: in each trip, in front of Step, it is
/// Start + Counter * Factor.
struct MovingPointer {
  const clang::VarDecl *Var;
  /// What sets it: its declaration, or `A += Start`.
  const clang::Stmt *Declaration;
  const clang::Expr *Start;
  const clang::VarDecl *Counter;
  /// Null: one.
  const clang::Expr *Factor = nullptr;
  int64_t ConstantFactor = 1;
  /// `a += BK`; in the header of the loop, or a statement of its body.
  const clang::Expr *Step;
  llvm::SmallVector<const clang::DeclRefExpr *, 4> Uses;
};

/// All of them, with starts that differ from thread to thread, of the loop of
/// \p Candidate.
std::vector<MovingPointer> findMovingPointers(const LoopCandidate &Candidate,
                                              const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_MOVINGPOINTERS_H
