//===- cudapipe/Analyze/GuardedLoads.h - What a statement loads -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const float2 w = in ? __half22float2(*(const half2 *)&B[j]) : zero;
//
// loads `*(const half2 *)&B[j]` where `in` holds. What is computed from it is
// no part of the load.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_GUARDEDLOADS_H
#define CUDAPIPE_ANALYZE_GUARDEDLOADS_H

#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Rules/Rejection.h"
#include <vector>

namespace cudapipe {

/// A load from global memory, or through a texture, in a statement.
struct GuardedLoad {
  const clang::Expr *Load;
  /// Inside the statement it is made only if each equals its flag.
  llvm::SmallVector<std::pair<const clang::Expr *, bool>, 1> Guards;
  /// The same text once more, of a macro that repeats its argument.
  llvm::SmallVector<const clang::Expr *, 1> Again = {};
};

/// The loads in \p S, whose effects are \p E; of loads in an address the
/// outermost. Each can be made by itself, in front of S. A rejection where one
/// cannot, or where S reads what cannot be followed.
OrRejection<std::vector<GuardedLoad>>
guardedLoads(const clang::Stmt &S, const Effects &E, const PointerFlow &Flow,
             const clang::ASTContext &Ctx);

/// What the statement \p S sets, in place of a name for what it loads; null if
/// nothing with a name.
const clang::VarDecl *variableSetBy(const clang::Stmt &S);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_GUARDEDLOADS_H
