//===- OtherFiles.cpp - Launches in other files ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Match/OtherFiles.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

bool mayLaunch(llvm::StringRef Text, llvm::StringRef Name,
               const LangOptions &Language) {
  if (!Text.contains(Name))
    return false;
  std::string Code = Text.str(); // the lexer wants a zero at the end
  Lexer Lex(SourceLocation(), Language, Code.data(), Code.data(),
            Code.data() + Code.size());
  std::string Quoted = ("\"" + Name + "\"").str();
  bool Named = false, InKernel = false, Member = false;
  /// Of a kernel of that name: the parentheses open behind it, and that it has
  /// been seen.
  int Depth = 0;
  bool Declared = false;
  Token Tok;
  while (!Lex.LexFromRawLexer(Tok)) {
    bool IsMember =
        std::exchange(Member, Tok.is(tok::period) || Tok.is(tok::arrow));
    if (Tok.is(tok::string_literal)) // for the driver API
      Named |= llvm::StringRef(Tok.getLiteralData(), Tok.getLength()) == Quoted;
    if (Tok.is(tok::raw_identifier)) {
      llvm::StringRef Word = Tok.getRawIdentifier();
      InKernel |= Word == "__global__";
      if (Word == Name && !IsMember) {
        Named = true;
        Declared = InKernel && Depth == 0;
      }
    }
    Depth += Tok.is(tok::l_paren);
    Depth -= Tok.is(tok::r_paren);
    if (Tok.is(tok::l_brace) && Declared && Depth == 0)
      return false; // a kernel of its own
    if (Tok.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
      InKernel = Declared = false;
      Depth = 0;
    }
  }
  return Named;
}

} // namespace cudapipe
