//===- CalledValue.h - What a call returns, as text -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   load(A, row, k0 + threadIdx.x, M, K)
//
//   const int c = k0 + threadIdx.x;                     Before
//   row < M && c < K ? A[row * K + c] : 0.0f            Value
//
// Short arguments without a conversion take the place of their parameters, and
// so do the function's own constants. All others are declared in front.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_CALLEDVALUE_H
#define CUDAPIPE_LIB_INLINE_CALLEDVALUE_H

#include "CalledText.h"
#include "ReturnedValue.h"

namespace cudapipe {

/// What a call does and returns, as an AST.
struct PassedValue {
  /// `Var = Init;`, or a statement of the function.
  struct Step {
    const clang::VarDecl *Var;
    const clang::Expr *Init;
    const clang::Stmt *S;
  };
  const clang::CallExpr *Call = nullptr;
  /// Parameters and constants, and what stands for them.
  std::vector<std::pair<const clang::Decl *, const clang::Expr *>> ByName;
  std::vector<Step> Before;
  ReturnedValue Value;
  /// What the function calls this, or null.
  const clang::Expr *Object = nullptr;
};

struct CalledValue {
  /// Lines without indentation.
  std::string Before;
  std::string Value;
  /// Value is a choice: in parentheses as a part of another expression.
  bool IsChoice = false;
  /// What Before declares.
  NameSet Declares;
  PassedValue Passed;
};

/// \p Call, of the definition \p Function, without side effects. With
/// \p MayDeclare, statements may stand in front. \p Taken are names that these
/// cannot declare.
std::optional<CalledValue> valueOfCall(const clang::CallExpr &Call,
                                       const clang::FunctionDecl &Function,
                                       const CallSite &Site, bool MayDeclare,
                                       const NameSet &Taken);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_CALLEDVALUE_H
