//===- CodeWords.cpp - The tokens of a text -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeWords.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

std::vector<CodeWord> codeWords(const std::string &Code) {
  LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus17 = true;
  Lexer Lex(SourceLocation(), Language, Code.data(), Code.data(),
            Code.data() + Code.size());
  std::vector<CodeWord> Out;
  bool InDirective = false;
  Token Tok;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Lex.LexFromRawLexer(Tok);
    if (Tok.is(tok::eof))
      break;
    if (Tok.isAtStartOfLine())
      InDirective = Tok.is(tok::hash);
    if (InDirective)
      continue;
    const unsigned At = Lex.getBufferLocation() - Code.data() - Tok.getLength();
    Out.push_back(
        {Tok.getKind(), StringRef(Code).substr(At, Tok.getLength()), At});
  }
  return Out;
}

size_t closingWord(llvm::ArrayRef<CodeWord> Words, size_t Open) {
  const tok::TokenKind Closes = Words[Open].is(tok::l_paren)    ? tok::r_paren
                                : Words[Open].is(tok::l_square) ? tok::r_square
                                                                : tok::r_brace;
  unsigned Depth = 0;
  for (size_t I = Open; I < Words.size(); ++I) {
    if (Words[I].is(Words[Open].Kind))
      ++Depth;
    else if (Words[I].is(Closes) && --Depth == 0)
      return I;
  }
  return Words.size();
}

bool isBuiltinType(StringRef Text) {
  return llvm::StringSwitch<bool>(Text)
      .Cases({"void", "bool", "char", "short", "int", "long"}, true)
      .Cases({"float", "double", "unsigned", "signed", "auto"}, true)
      .Default(false);
}

bool isSpecifier(StringRef Text) {
  return Text.starts_with("__") ||
         llvm::StringSwitch<bool>(Text)
             .Cases({"static", "inline", "extern", "const", "constexpr"}, true)
             .Cases({"volatile", "template", "typename", "class"}, true)
             .Cases({"struct", "explicit", "friend", "virtual"}, true)
             .Default(false);
}

} // namespace cudapipe
