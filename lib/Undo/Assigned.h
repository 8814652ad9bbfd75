//===- Assigned.h - An assignment of any type -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNDO_ASSIGNED_H
#define CUDAPIPE_LIB_UNDO_ASSIGNED_H

#include "clang/AST/ExprCXX.h"
#include <optional>

namespace cudapipe {

/// Both sides of `to = value`.
struct Assigned {
  const clang::Expr *To = nullptr, *Value = nullptr;
};

/// What \p S assigns, if that is all that it does: elements of built-in types,
/// and of classes.
inline std::optional<Assigned> assignmentIn(const clang::Stmt *S) {
  const auto *E = dyn_cast_or_null<clang::Expr>(S);
  E = E ? E->IgnoreImplicit() : nullptr;
  if (const auto *Op = dyn_cast_or_null<clang::BinaryOperator>(E);
      Op && Op->getOpcode() == clang::BO_Assign)
    return Assigned{Op->getLHS(), Op->getRHS()};
  if (const auto *Op = dyn_cast_or_null<clang::CXXOperatorCallExpr>(E);
      Op && Op->getOperator() == clang::OO_Equal && Op->getNumArgs() == 2)
    return Assigned{Op->getArg(0), Op->getArg(1)};
  return std::nullopt;
}

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNDO_ASSIGNED_H
