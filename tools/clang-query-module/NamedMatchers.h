//===- NamedMatchers.h - Our matchers, by name ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a text in the language of clang-query, where a value has no parentheses:
//
//   functionDecl(kernelOrDeviceFunction, hasDescendant(forStmt(kLoop)))
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOLS_NAMEDMATCHERS_H
#define CUDAPIPE_TOOLS_NAMEDMATCHERS_H

#include "clang/ASTMatchers/Dynamic/VariantValue.h"
#include "llvm/ADT/StringMap.h"

namespace cudapipe {

/// Those of KLoop.h and StatementMatchers.h that take no argument, to be passed
/// to clang::ast_matchers::dynamic::Parser.
llvm::StringMap<clang::ast_matchers::dynamic::VariantValue> namedMatchers();

} // namespace cudapipe

#endif // CUDAPIPE_TOOLS_NAMEDMATCHERS_H
