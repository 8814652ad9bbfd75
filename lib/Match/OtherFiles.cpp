//===- OtherFiles.cpp - Launches in other files ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Match/OtherFiles.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

namespace {

/// How a text names a kernel.
struct Naming {
  /// In a declaration, in another way, in a definition.
  bool Declares = false, Uses = false, Defines = false;
};

Naming namingOf(llvm::StringRef Text, llvm::StringRef Name,
                const LangOptions &Language) {
  Naming Out;
  if (!Text.contains(Name))
    return Out;
  std::string Code = Text.str(); // the lexer wants a zero at the end
  Lexer Lex(SourceLocation(), Language, Code.data(), Code.data(),
            Code.data() + Code.size());
  std::string Quoted = ("\"" + Name + "\"").str();
  bool InKernel = false, Member = false;
  /// Of a kernel of that name: the parentheses open behind it, and that it has
  /// been seen.
  int Depth = 0;
  bool Declared = false;
  Token Tok;
  while (!Lex.LexFromRawLexer(Tok)) {
    bool IsMember =
        std::exchange(Member, Tok.is(tok::period) || Tok.is(tok::arrow));
    if (Tok.is(tok::string_literal)) // for the driver API
      Out.Uses |=
          llvm::StringRef(Tok.getLiteralData(), Tok.getLength()) == Quoted;
    if (Tok.is(tok::raw_identifier)) {
      llvm::StringRef Word = Tok.getRawIdentifier();
      InKernel |= Word == "__global__";
      if (Word == Name && !IsMember) {
        Declared = InKernel && Depth == 0;
        (Declared ? Out.Declares : Out.Uses) = true;
      }
    }
    Depth += Tok.is(tok::l_paren);
    Depth -= Tok.is(tok::r_paren);
    Out.Defines |= Tok.is(tok::l_brace) && Declared && Depth == 0;
    if (Tok.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
      InKernel = Declared = false;
      Depth = 0;
    }
  }
  return Out;
}

} // namespace

bool mayLaunch(llvm::StringRef Text, llvm::StringRef Name,
               const LangOptions &Language) {
  Naming Found = namingOf(Text, Name, Language);
  return (Found.Declares || Found.Uses) && !Found.Defines;
}

bool definesKernel(llvm::StringRef Text, llvm::StringRef Name,
                   const LangOptions &Language) {
  return namingOf(Text, Name, Language).Defines;
}

bool usesName(llvm::StringRef Text, llvm::StringRef Name,
              const LangOptions &Language) {
  return namingOf(Text, Name, Language).Uses;
}

} // namespace cudapipe
