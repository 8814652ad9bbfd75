//===- HiddenReads.h - Elements that tokens read ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_BUILDS_HIDDENREADS_H
#define CUDAPIPE_LIB_BUILDS_HIDDENREADS_H

#include "MacroTable.h"
#include "clang/AST/Decl.h"

namespace cudapipe {

/// Text of \p Kernel that was not parsed, and whether it does no more to a tile
/// than to read elements of it. Nothing of it can be asked but its tokens: what
/// these may mean otherwise counts as more.
class HiddenReads {
public:
  /// \p Part, from one #if to its #endif, of the loop body \p Body.
  HiddenReads(const SourceText &Text, TextRange Body, TextRange Part,
              const clang::FunctionDecl &Kernel, const clang::ASTContext &Ctx);

  /// What stands at \p Place, the name of \p Tile, is `tile[i][j]`, taken as a
  /// value.
  bool readsElement(unsigned Place, const clang::VarDecl &Tile) const;

private:
  clang::tok::TokenKind kind(size_t At) const {
    return At < Tokens.size() ? Tokens[At].Kind : clang::tok::eof;
  }
  std::optional<size_t> behindElement(size_t At, unsigned Rank) const;
  bool isStoredTo(size_t Behind) const;
  bool isTakenByValue(size_t At) const;
  bool takesValue(size_t Paren, unsigned Argument) const;
  bool declaresValue(size_t Begin, size_t End) const;
  bool hasPlainMacros(size_t At) const;
  bool holdsLambda() const;

  const clang::FunctionDecl &Kernel;
  const clang::ASTContext &Ctx;
  const MacroTable &Macros;
  const unsigned Begin;
  /// Up to the end of the part, with a `#` for each directive.
  MacroTokens Tokens;
  std::vector<unsigned> Places;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_BUILDS_HIDDENREADS_H
