//===- StatementEvents.h - What in a statement sets variables ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (int i = 0; i < n; ++i) {      one jump, under `done`
//     c += a[i] * b[i];                an event; a[i] * b[i] has none
//     if (done)
//       break;
//   }
//
// Most of a kernel's tree are expressions that only compute: who asks again and
// again what sets a variable need not go into them.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_STATEMENTEVENTS_H
#define CUDAPIPE_LIB_ANALYZE_STATEMENTEVENTS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace cudapipe {

/// A jump, and the conditions around it, the innermost last.
struct GuardedJump {
  const clang::Stmt *Jump;
  llvm::SmallVector<const clang::Expr *, 2> Under;
};

/// Asked by perAst(): answers are kept.
class StatementEvents {
public:
  /// Something in \p S may set a variable: an assignment, a declaration, a
  /// call, an initialization, assembly.
  bool areIn(const clang::Stmt &S);
  /// The `break`, `continue` and `goto` in the loop body \p Body, less those of
  /// loops in it; the conditions are those of `if` statements.
  const std::vector<GuardedJump> &jumpsOf(const clang::Stmt &Body);
  /// The `return` statements in \p Body, in order.
  const std::vector<GuardedJump> &returnsOf(const clang::Stmt &Body);

private:
  llvm::DenseMap<const clang::Stmt *, bool> Known;
  llvm::DenseMap<const clang::Stmt *, std::vector<GuardedJump>> Jumps, Returns;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_STATEMENTEVENTS_H
