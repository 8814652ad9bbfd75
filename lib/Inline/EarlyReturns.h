//===- EarlyReturns.h - Returns that an if can replace ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   if (row >= M)          if (row >= M) {            if (row < M) {
//     return;                dst[t] = 0;                dst[t] = src[row];
//   dst[t] = src[row];       return;                  }
//                          }
//                          dst[t] = src[row];         if (..) {..} else {..}
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_EARLYRETURNS_H
#define CUDAPIPE_LIB_INLINE_EARLYRETURNS_H

#include "ReturnedValue.h"
#include "clang/AST/Stmt.h"

namespace cudapipe {

/// `if (..) return;` or `if (..) { ..; return; }` among the statements of a
/// body.
struct EarlyReturn {
  const clang::IfStmt *If;
  const clang::ReturnStmt *Return;
  /// The if does nothing else.
  bool IsAlone;
  /// What holds if the body goes on.
  llvm::SmallVector<ReturnedValue::Condition, 2> otherwise() const;
};

/// \p S is a `return;` at the end of \p Body, which changes nothing.
bool isLastReturn(const clang::Stmt *S, const clang::CompoundStmt &Body);

/// \p S as one of them.
std::optional<EarlyReturn> earlyReturn(const clang::Stmt *S);

/// Those of \p Body, in their order; nothing if it returns elsewhere, or a
/// value.
std::optional<std::vector<EarlyReturn>>
earlyReturnsOf(const clang::CompoundStmt &Body);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_EARLYRETURNS_H
