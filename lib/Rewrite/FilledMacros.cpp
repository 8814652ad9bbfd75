//===- FilledMacros.cpp - Macros that the command line fills with code ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifndef AT_END
//   #define AT_END                 -DAT_END='k += 1' is no text that we see
//   #endif
//
// A value may be another one, and is taken to remain a value: `#define BK 16`.
//
//===----------------------------------------------------------------------===//

#include "HiddenChanges.h"
#include "MacroTable.h"
#include "clang/Basic/CharInfo.h"

using namespace clang;

namespace cudapipe {

/// Adds what `#ifdef NAME` or `defined(NAME)` asks for and nothing defines.
void MacroTable::readQuestions(llvm::StringRef Code) {
  while (!Code.empty()) {
    auto [Line, Behind] = Code.split('\n');
    Code = Behind;
    Line = Line.ltrim();
    if (!Line.consume_front("#") || !(Line = Line.ltrim()).starts_with("if"))
      continue;
    bool Asks = Line.starts_with("ifdef") || Line.starts_with("ifndef");
    while (!Line.empty()) {
      llvm::StringRef Word =
          Line.take_while([](char C) { return isAsciiIdentifierContinue(C); });
      Line = Line.drop_front(std::max<size_t>(Word.size(), 1));
      if (Word.empty() || Word == "ifdef" || Word == "ifndef")
        continue;
      if (Asks && !Macros.count(Word))
        OfCommand.try_emplace(Word);
      Asks = Word == "defined";
    }
  }
}

MacroTokens statementTokens(const SourceText &Text, TextRange Range,
                            const ASTContext &Ctx) {
  std::vector<unsigned> At;
  MacroTokens All = macroTokens(Text, Range, Ctx, &At), Out;
  const std::vector<Directive> Lines = Text.directives(Range);
  for (auto [Tok, Place] : llvm::zip(All, At))
    if (llvm::none_of(Lines, [&, At = Place](const Directive &D) {
          return D.Line.contains({At, At});
        }))
      Out.push_back(std::move(Tok));
  return Out;
}

/// All that \p Name is known to be defined by computes, or names a type.
bool MacroTable::isValue(llvm::StringRef Name) const {
  auto Computes = [](const MacroDefinition &D) {
    return !D.Body.empty() && llvm::none_of(D.Body, [](const MacroToken &Tok) {
      return changes(Tok.Kind) || Tok.Kind == tok::semi ||
             Tok.Kind == tok::l_brace ||
             (Tok.isWord() && leavesOrWaits(Tok.Word));
    });
  };
  return llvm::all_of(definitions(Name), Computes) &&
         llvm::all_of(givenDefinitions(Name), Computes);
}

/// A statement may begin behind \p Tok.
static bool endsStatement(const MacroToken &Tok) {
  return Tok.Kind == tok::semi || Tok.Kind == tok::l_brace ||
         Tok.Kind == tok::r_brace || Tok.Word == "else" || Tok.Word == "do";
}

llvm::StringRef MacroTable::filledIn(llvm::ArrayRef<MacroToken> Tokens,
                                     bool AreStatements, unsigned Depth) const {
  for (size_t I = 0; I < Tokens.size() && Depth < 16; ++I) {
    if (!Tokens[I].isWord())
      continue;
    size_t End = I;
    arguments(Tokens, End);
    const bool Begins = I ? endsStatement(Tokens[I - 1]) : AreStatements;
    const bool Ends = End + 1 < Tokens.size()
                          ? Tokens[End + 1].Kind == tok::semi ||
                                Tokens[End + 1].Kind == tok::r_brace
                          : AreStatements;
    if (isOfCommand(Tokens[I].Word) &&
        ((Begins && Ends) || !isValue(Tokens[I].Word)))
      return OfCommand.find(Tokens[I].Word)->getKey();
    auto Defined = Macros.find(Tokens[I].Word);
    if (Defined == Macros.end())
      continue;
    for (const MacroDefinition &D : Defined->second)
      if (llvm::StringRef Name = filledIn(D.Body, Begins && Ends, Depth + 1);
          !Name.empty())
        return Name;
  }
  return "";
}

} // namespace cudapipe
