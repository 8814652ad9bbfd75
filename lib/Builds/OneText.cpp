//===- OneText.cpp - Text that is the same in every build -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneText.h"
#include "MacroTable.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cudapipe {

static bool isNumber(const DefinedMacro &Macro) {
  return !Macro.TakesArguments && Macro.Body.size() == 1 &&
         Macro.Body.front().Kind == tok::numeric_constant;
}

bool isOneText(const SourceText &Text, TextRange Range, bool OrNumbers,
               const ASTContext &Ctx) {
  if (Text.hasConditionals(Range))
    return false;
  const MacroTable &Macros = MacroTable::in(Text.file(), Range, Ctx);
  return llvm::all_of(
      statementTokens(Text, Range, Ctx), [&](const MacroToken &Token) {
        if (!Token.isWord() || !Macros.mayBeOther(Token.Word))
          return true;
        llvm::ArrayRef<DefinedMacro> Here = Macros.definitions(Token.Word),
                                     Given =
                                         Macros.givenDefinitions(Token.Word);
        return OrNumbers && !(Here.empty() && Given.empty()) &&
               llvm::all_of(Here, isNumber) && llvm::all_of(Given, isNumber);
      });
}

bool showsAllUses(const SourceText &Text, TextRange Range, const VarDecl &Var,
                  const Stmt &Where, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::DenseSet<unsigned> Seen;
  auto See = [&](SourceLocation At) {
    const auto [File, Offset] = SM.getDecomposedLoc(SM.getSpellingLoc(At));
    if (File == Text.file())
      Seen.insert(Offset);
  };
  See(Var.getLocation());
  forEach<DeclRefExpr>(&Where, [&](const DeclRefExpr &Ref) {
    if (Ref.getDecl()->getCanonicalDecl() == Var.getCanonicalDecl())
      See(Ref.getLocation());
  });
  bool All = true;
  Text.forTokens(Range, [&](const Token &T, unsigned At) {
    if (T.is(tok::raw_identifier) && T.getRawIdentifier() == Var.getName())
      All &= Seen.contains(At);
  });
  return All;
}

} // namespace cudapipe
