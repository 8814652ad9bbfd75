//===- CodeWords.h - The tokens of a text -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_CODEWORDS_H
#define CUDAPIPE_LIB_FRONTEND_CODEWORDS_H

#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cudapipe {

/// A token; nothing is expanded.
struct CodeWord {
  clang::tok::TokenKind Kind;
  llvm::StringRef Text;
  unsigned At;
  bool isName() const { return Kind == clang::tok::raw_identifier; }
  bool is(clang::tok::TokenKind K) const { return Kind == K; }
};

/// The tokens of \p Code, less directives.
std::vector<CodeWord> codeWords(const std::string &Code);

/// Of the parenthesis, bracket or brace \p Open, the one that closes it; the
/// size of \p Words if none does.
size_t closingWord(llvm::ArrayRef<CodeWord> Words, size_t Open);

/// `void`, `float` and so on.
bool isBuiltinType(llvm::StringRef Text);

/// Words of a declaration that are no type.
bool isSpecifier(llvm::StringRef Text);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_CODEWORDS_H
