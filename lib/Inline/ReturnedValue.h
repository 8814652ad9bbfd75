//===- ReturnedValue.h - What a function returns ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const int i = r * K + c;         Before
//   if (r >= M)
//     return 0;                      r >= M || c >= K: 0, else p[i]
//   if (c >= K)
//     return 0;
//   return p[i];
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_RETURNEDVALUE_H
#define CUDAPIPE_LIB_INLINE_RETURNEDVALUE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <memory>
#include <optional>

namespace cudapipe {

/// A value, or a choice between two.
struct ReturnedValue {
  /// What a condition has to be.
  struct Condition {
    const clang::Expr *E;
    bool IsTrue;
  };
  /// The value; null for a choice.
  const clang::Expr *Leaf = nullptr;
  /// All of them hold, or any if AnyHolds: Then, else Else.
  llvm::SmallVector<Condition, 2> Conditions;
  bool AnyHolds = false;
  std::shared_ptr<const ReturnedValue> Then, Else;
};

/// Adds \p C to \p Out; of `a && b`, each as a condition of its own, of which
/// all have to hold, or any.
void splitCondition(const ReturnedValue::Condition &C, bool AnyHolds,
                    llvm::SmallVectorImpl<ReturnedValue::Condition> &Out);

/// The body of a function that is an expression, once Before has run.
struct ReturnedBody {
  llvm::SmallVector<const clang::Stmt *, 4> Before;
  ReturnedValue Value;
};

/// The body of \p Function, a definition without side effects; nothing if it
/// returns from loops, or works on its variables between returns.
std::optional<ReturnedBody>
readReturnedBody(const clang::FunctionDecl &Function,
                 const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_RETURNEDVALUE_H
