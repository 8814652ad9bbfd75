//===- OtherUses.cpp - Accesses that a macro may spell otherwise ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef FLAT
//   #define AT(tile, i, j) tile[0][(i) * 32 + (j)]      rows that are longer
//   have #else                                               another element
//   there #define AT(tile, i, j) tile[i][j] #endif
//
//===----------------------------------------------------------------------===//

#include "MacroTable.h"

using namespace clang;

namespace cudapipe {

MacroTokens macroTokens(const SourceText &Text, TextRange Range,
                        const ASTContext &Ctx, std::vector<unsigned> *Places) {
  MacroTokens Out;
  Text.forTokens(Range, [&](const Token &Tok, unsigned At) {
    MacroTokens One = macroTokens(Text.text({At, At + Tok.getLength()}), Ctx);
    if (One.size() != 1)
      return;
    Out.push_back(std::move(One.front()));
    if (Places)
      Places->push_back(At);
  });
  return Out;
}

/// One of \p Names stands in \p Tokens, less those that are subscripted.
static bool namesWhole(llvm::ArrayRef<MacroToken> Tokens,
                       const llvm::StringSet<> &Names) {
  for (size_t I = 0; I < Tokens.size(); ++I)
    if (Tokens[I].isWord() && Names.contains(Tokens[I].Word) &&
        (I + 1 == Tokens.size() || Tokens[I + 1].Kind != tok::l_square))
      return true;
  return false;
}

bool hasOtherUses(const SourceText &Text, TextRange Range,
                  const llvm::StringSet<> &Names, const ASTContext &Ctx) {
  const MacroTable &Macros = MacroTable::in(Text.file(), Range, Ctx);
  const MacroTokens Tokens = macroTokens(Text, Range, Ctx, nullptr);
  unsigned Depth = 0; // of brackets, in a subscript of one of the names
  for (size_t I = 0; I < Tokens.size(); ++I) {
    bool Starts =
        I > 0 && Tokens[I - 1].isWord() && Names.contains(Tokens[I - 1].Word);
    if (Tokens[I].Kind == tok::l_square && (Depth > 0 || Starts))
      ++Depth;
    else if (Tokens[I].Kind == tok::r_square && Depth > 0 && --Depth == 0 &&
             I + 1 < Tokens.size() && Tokens[I + 1].Kind == tok::l_square)
      ++Depth, ++I; // the next subscript
    if (!Tokens[I].isWord())
      continue;
    size_t End = I;
    std::optional<std::vector<MacroTokens>> Given =
        MacroTable::arguments(Tokens, End);
    for (const DefinedMacro &D : Macros.definitions(Tokens[I].Word)) {
      if (D.IsRead || (D.TakesArguments && !Given))
        continue;
      MacroTokens Own;
      if ((Depth > 0 && (D.TakesArguments || D.Body.size() > 1)) ||
          !Macros.expand(MacroTable::replaced(D, {}), Own) ||
          llvm::any_of(Own, [&](const MacroToken &Tok) {
            return Names.contains(Tok.Word);
          }))
        return true;
      for (const MacroTokens &One : Given ? *Given : std::vector<MacroTokens>())
        if (D.TakesArguments && namesWhole(One, Names))
          return true;
    }
  }
  return false;
}

} // namespace cudapipe
