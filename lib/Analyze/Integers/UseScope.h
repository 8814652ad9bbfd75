//===- UseScope.h - A body of code, and the calls that led to it -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   load(K + k0, tile, rows);     in load(): n is rows, to is tile
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_USESCOPE_H
#define CUDAPIPE_LIB_ANALYZE_USESCOPE_H

#include "IndexForm.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"

namespace cudapipe {

/// A body of code in which memory is used.
struct UseScope {
  explicit UseScope(clang::Stmt *Body) : Body(Body), Parents(Body) {}
  /// That of \p Callee, which \p Call in \p Caller runs.
  UseScope(const UseScope &Caller, const clang::CallExpr &Call,
           const clang::FunctionDecl &Callee);

  clang::Stmt *Body;
  clang::ParentMap Parents;
  /// Where it was called, if it is not the function that is looked at.
  const UseScope *Caller = nullptr;
  const clang::CallExpr *Call = nullptr;
  /// Parameters of it and its callers.
  Definitions Defs;

  /// How many bodies led to this one, itself included.
  unsigned depth() const { return Caller ? Caller->depth() + 1 : 1; }
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_USESCOPE_H
