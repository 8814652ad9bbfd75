//===- SameCallee.h - Whether all instantiations call it --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   template <typename F, int N> __global__ void sum(F f, ...) {
//     tile[t] = load(A, k + t);        one function, whatever F and N are
//     tile[t] = f(A[k + t]);           F says
//     tile[t] = Loader<N>::at(A, k);   N says, if Loader<32> is another class
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_SAMECALLEE_H
#define CUDAPIPE_LIB_INLINE_SAMECALLEE_H

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"

namespace cudapipe {

/// What of the callee's text stands for the call.
enum class CalleeText {
  /// As it is written, with all branches.
  Whole,
  /// What this instantiation has of it.
  Instance
};

/// \p Call, in \p Kernel, runs the function that \p Function is an
/// instantiation of whatever the arguments of the kernel's templates are, and
/// \p Text of it is the same for all.
bool isSameForAllInstances(const clang::CallExpr &Call,
                           const clang::FunctionDecl &Function,
                           const clang::FunctionDecl &Kernel, CalleeText Text);

/// \p Body, of an instantiation, may lack branches of `if constexpr`.
bool mayLackBranches(const clang::Stmt *Body);

/// Other arguments may choose another definition of \p Template.
bool hasOtherDefinitions(const clang::ClassTemplateDecl &Template);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_SAMECALLEE_H
