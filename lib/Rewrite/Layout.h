//===- Layout.h - Line breaks in generated statements -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the user has a .clang-format it has the last word; without one, what
// we write should still not run off the screen.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_LAYOUT_H
#define CUDAPIPE_LIB_REWRITE_LAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudapipe {

/// \p Text with its line breaks and what indents them turned into one blank;
/// text with a comment in it is left as it is.
std::string onOneLine(llvm::StringRef Text);

/// One level of indentation in \p Code: the least of lines behind a brace; two
/// blanks if there is none.
std::string indentUnit(llvm::StringRef Code);

/// \p Text with the opening braces of statements and lambdas on lines of their
/// own. Lines that stand in \p Code are the user's, and stay.
std::string bracesOnOwnLines(llvm::StringRef Text, llvm::StringRef Code);

/// Breaks lines where the user would.
class LineLayout {
public:
  /// Lines may be as long as the longest line of \p Code, but at least 80 and
  /// at most 120 columns. \p Unit is one level of indentation.
  LineLayout(llvm::StringRef Code, llvm::StringRef Unit);

  /// `Callee(a, b, c)` behind \p Indent: lines are filled with arguments.
  std::string call(llvm::StringRef Indent, llvm::StringRef Callee,
                   llvm::ArrayRef<std::string> Args) const;
  /// The same with \p Condition in front of \p Args, which may be broken behind
  /// `&&` and `||`.
  std::string call(llvm::StringRef Indent, llvm::StringRef Callee,
                   llvm::StringRef Condition,
                   llvm::ArrayRef<std::string> Args) const;
  /// `Left = Right` behind \p Indent, broken after `=` if it is too long.
  std::string assignment(llvm::StringRef Indent, llvm::StringRef Left,
                         llvm::StringRef Right) const;

private:
  bool fits(llvm::StringRef Indent, size_t Size) const;
  std::string fill(llvm::StringRef Indent, llvm::StringRef Opening,
                   llvm::ArrayRef<std::string> Pieces) const;

  unsigned Limit = 80;
  std::string Unit;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_LAYOUT_H
