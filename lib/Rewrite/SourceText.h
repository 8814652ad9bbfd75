//===- SourceText.h - The user's text, by offset ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All ranges are offsets into one file. A range that macros cut in two has no
// offsets; the caller turns that into a rejection.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_SOURCETEXT_H
#define CUDAPIPE_LIB_REWRITE_SOURCETEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Token.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// Half-open range of offsets.
struct TextRange {
  unsigned Begin = 0, End = 0;
  bool contains(const TextRange &O) const {
    return Begin <= O.Begin && O.End <= End;
  }
};

/// One replacement inside a piece of text.
struct TextEdit {
  TextRange Range;
  std::string Text;
};

/// What stands right above a statement and belongs to it.
struct Leading {
  /// Start of the first line of its comments and pragmas, or of its own line.
  unsigned Begin = 0;
  /// Whole lines of `#pragma unroll` and the like, also of macros that are one.
  std::vector<TextRange> Pragmas;
};

/// A line for the preprocessor.
struct Directive {
  /// From the start of the line to its end, less the line break.
  TextRange Line;
  /// `ifdef`, `else`, `include`; `pragma` of one that changes a macro.
  llvm::StringRef Name;

  bool opens() const { return Name.starts_with("if"); }
  bool closes() const { return Name == "endif"; }
  /// `#else` and its like.
  bool divides() const { return Name.starts_with("el"); }
};

class SourceText {
public:
  SourceText(clang::FileID File, const clang::ASTContext &Ctx);

  clang::FileID file() const { return File; }
  llvm::StringRef code() const { return Code; }
  llvm::StringRef text(TextRange R) const { return Code.slice(R.Begin, R.End); }
  /// Offsets of \p Range in this file; nothing if a macro cuts it.
  std::optional<TextRange> range(clang::SourceRange Range) const;
  /// The same of \p S; of an initializer in braces, what stands in them.
  std::optional<TextRange> range(const clang::Stmt *S) const;
  /// As range(), with the semicolon behind an expression statement; that may be
  /// the last word of a macro that is the statement. Macros right in front that
  /// are empty in this build belong to it.
  std::optional<TextRange> statement(const clang::Stmt *S) const;
  /// Text of \p S, or nothing.
  std::optional<std::string> text(const clang::Stmt *S) const;

  /// Start of the line that holds \p Offset.
  unsigned lineStart(unsigned Offset) const;
  /// Offset behind the line break that ends the line of \p Offset, if only
  /// blanks and a comment stand between; else \p Offset.
  unsigned endOfTrivia(unsigned Offset) const;
  /// Leading blanks of the line of \p Offset.
  llvm::StringRef indentAt(unsigned Offset) const;

  /// The comments and loop pragmas on the lines above \p Offset, down from the
  /// last blank line.
  Leading leading(unsigned Offset) const;

  /// What the pragma says that is the line of \p Offset, `unroll 4`: a
  /// directive, `_Pragma("unroll 4")`, or a macro that is defined as one. Empty
  /// if it is none.
  llvm::StringRef pragmaAt(unsigned Offset) const;

  /// \p Edits as a change that stands at \p At; nothing if two meet.
  std::optional<clang::tooling::AtomicChange>
  change(clang::SourceLocation At, llvm::ArrayRef<TextEdit> Edits) const;

  /// Text of \p Range with \p Edits made; nothing if an edit is outside.
  std::optional<std::string> edited(TextRange Range,
                                    std::vector<TextEdit> Edits) const;

  /// Calls \p Each with all tokens in \p Range but comments, and their offsets.
  void forTokens(
      TextRange Range,
      llvm::function_ref<void(const clang::Token &, unsigned)> Each) const;
  /// The offsets at which macros are expanded, but for those that are empty.
  llvm::DenseSet<unsigned> expansions() const;
  /// The preprocessor lines in \p Range, which starts with a whole token. Of
  /// pragmas only those that change what a macro means.
  std::vector<Directive> directives(TextRange Range) const;
  /// True when \p Range holds one of them.
  bool hasConditionals(TextRange Range) const;
  /// Each #if in \p Range stands, with its #endif, in one of \p Parts, and
  /// there is no other directive.
  bool holdConditionals(llvm::ArrayRef<TextRange> Parts, TextRange Range) const;
  /// The #if and #else lines that decide whether there is code at \p Offset, by
  /// their offsets, less a guard around the whole file.
  std::vector<unsigned> conditionalsAround(unsigned Offset) const;

private:
  std::optional<TextRange> invocation(const clang::Stmt *S) const;
  unsigned behindEmptyMacros(unsigned Offset) const;
  clang::FileID File;
  const clang::ASTContext *Ctx;
  llvm::StringRef Code;
};

/// \p S, or a part of it, whose value depends on where or how often it is
/// spelled: `__LINE__`, `__COUNTER__`, `__func__`. Null if there is none.
const clang::Stmt *dependsOnPlace(const clang::Stmt *S,
                                  const clang::SourceManager &SM);

/// Moves the lines of \p Text from the indentation \p From to \p To. The first
/// line gets \p To too; blank lines stay empty.
std::string reindent(llvm::StringRef Text, llvm::StringRef From,
                     llvm::StringRef To);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_SOURCETEXT_H
