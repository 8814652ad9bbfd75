//===- HeldValues.h - Variables between a load and its store ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   float4 v = zero;          Sets
//   if (row < M)              Sets; Guards {row < M, true}
//     v = A[row * K + t];     Load
//   As[t] = v;                Use
//
// Load, evaluated at Use, has the value that v has there: it is made only once,
// nothing in between changes what it reads, and nobody else uses v.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_HELDVALUES_H
#define CUDAPIPE_LIB_INLINE_HELDVALUES_H

#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Match/LoopCandidate.h"

namespace cudapipe {

/// A variable that holds what is loaded until it is stored.
struct HeldValue {
  const clang::VarDecl *Var;
  /// Where it is stored, all of the right side.
  const clang::DeclRefExpr *Use;
  /// A plain read of global memory.
  const clang::Expr *Load = nullptr;
  /// Load as a value: what makes the read.
  const clang::Expr *Value = nullptr;
  /// Loaded if each equals its flag, else Fill, a zero.
  llvm::SmallVector<std::pair<const clang::Expr *, bool>, 2> Guards;
  const clang::Expr *Fill = nullptr;
  /// The statements that set it, its declaration first.
  llvm::SmallVector<const clang::Stmt *, 3> Sets;
};

/// All of them in the body of the loop of \p Candidate. What declares or sets
/// one of them sets nothing else.
std::vector<HeldValue> findHeldValues(const LoopCandidate &Candidate,
                                      const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_HELDVALUES_H
