//===- Words.cpp - Text, as the compiler reads it -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Words.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace cudapipe {
namespace {

void forWords(
    StringRef Code,
    function_ref<void(const clang::Token &, StringRef, unsigned)> Each) {
  const std::string Ended = Code.str();
  clang::LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus11 = Options.CPlusPlus17 = true;
  Options.LineComment = true;
  Options.CUDA = true; // `<<<`
  clang::Lexer Lex(clang::SourceLocation::getFromRawEncoding(1), Options,
                   Ended.data(), Ended.data(), Ended.data() + Ended.size());
  clang::Token Word;
  while (true) {
    Lex.LexFromRawLexer(Word);
    if (Word.is(clang::tok::eof))
      return;
    const unsigned End = Lex.getBufferLocation() - Ended.data();
    const unsigned Begin = End - Word.getLength();
    Each(Word, StringRef(Ended).slice(Begin, End), Begin);
  }
}

} // namespace

std::vector<std::string> tokensIn(StringRef Code) {
  std::vector<std::string> Out;
  bool InDirective = false;
  forWords(Code, [&](const clang::Token &Word, StringRef Text, unsigned) {
    if (Word.isAtStartOfLine()) {
      if (InDirective)
        Out.push_back("\n");
      InDirective = Word.is(clang::tok::hash);
    }
    Out.push_back(Text.str());
  });
  if (InDirective)
    Out.push_back("\n");
  return Out;
}

std::vector<PlacedWord> placedWordsIn(StringRef Code) {
  std::vector<PlacedWord> Out;
  forWords(Code, [&](const clang::Token &, StringRef Text, unsigned Begin) {
    Out.push_back({Begin, unsigned(Begin + Text.size()), Text.str()});
  });
  return Out;
}

StringSet<> identifiersIn(StringRef Code) {
  StringSet<> Out;
  forWords(Code, [&](const clang::Token &Word, StringRef Text, unsigned) {
    if (Word.is(clang::tok::raw_identifier))
      Out.insert(Text);
  });
  return Out;
}

/// \p Words without the braces around a single statement behind `)` and `else`;
/// \p First and \p Behind still lie where they have lain.
static std::vector<std::string> withoutBraces(std::vector<std::string> Words,
                                              size_t &First, size_t &Behind) {
  std::vector<bool> Goes(Words.size());
  for (size_t I = 1; I < Words.size(); ++I) {
    if (Words[I] != "{" || (Words[I - 1] != ")" && Words[I - 1] != "else"))
      continue;
    size_t End = I + 1;
    while (End < Words.size() && Words[End] != "}" && Words[End] != "{" &&
           Words[End] != ";" && Words[End] != "\n" && Words[End] != "if")
      ++End;
    // An inner `if` would take the `else` that follows.
    if (End > I + 1 && End + 2 < Words.size() && Words[End] == ";" &&
        Words[End + 1] == "}" && Words[End + 2] != "while")
      Goes[I] = Goes[End + 1] = true;
  }
  std::vector<std::string> Out;
  size_t NewFirst = First, NewBehind = Behind;
  for (size_t I = 0; I < Words.size(); ++I) {
    if (!Goes[I])
      Out.push_back(std::move(Words[I]));
    NewFirst -= Goes[I] && I < First;
    NewBehind -= Goes[I] && I < Behind;
  }
  First = NewFirst;
  Behind = NewBehind;
  return Out;
}

bool sameButForNames(StringRef Made, StringRef Given, unsigned Begin,
                     unsigned End, const StringSet<> &MayDiffer,
                     const StringSet<> &Taken) {
  size_t First = tokensIn(Given.take_front(Begin)).size(),
         Behind =
             tokensIn(Given).size() - tokensIn(Given.drop_front(End)).size(),
         Unused = 0, AlsoUnused = 0;
  const std::vector<std::string> Mine = withoutBraces(tokensIn(Made), Unused,
                                                      AlsoUnused),
                                 Theirs = withoutBraces(tokensIn(Given), First,
                                                        Behind);
  if (Mine.size() != Theirs.size())
    return false;
  StringMap<std::string> There, Back;
  for (size_t I = 0; I < Mine.size(); ++I) {
    const std::string &One = Mine[I], &Other = Theirs[I];
    const bool AreNames = clang::isAsciiIdentifierStart(One[0]) &&
                          clang::isAsciiIdentifierStart(Other[0]);
    if (!AreNames || I < First || I >= Behind) {
      if (One != Other)
        return false;
      continue;
    }
    // The same one always, in either direction.
    auto Known = There.try_emplace(One, Other);
    auto KnownBack = Back.try_emplace(Other, One);
    if (Known.first->second != Other || KnownBack.first->second != One)
      return false;
    if (One != Other && (!MayDiffer.contains(Other) || Taken.contains(One)))
      return false;
  }
  return true;
}

} // namespace cudapipe
