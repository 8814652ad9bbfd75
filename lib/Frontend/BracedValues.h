//===- BracedValues.h - Braces around one value -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_BRACEDVALUES_H
#define CUDAPIPE_LIB_FRONTEND_BRACEDVALUES_H

#include "clang/AST/ASTContext.h"

namespace cudapipe {

/// Makes parentheses, in the AST, of the braces around one scalar, as in
/// `int k{0}`, `float *p{&x}` and `size_t{n}`: everybody looks through
/// parentheses. Declarations of system headers stay.
void readBracesAsParentheses(clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_BRACEDVALUES_H
