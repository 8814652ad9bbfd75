//===- ElementText.cpp - Text of a copy inside of macros ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #define AS(r, c) As[(r) * BK + (c)]
//   AS(i / BK, i % BK) = ...
//
// The arguments of a macro are text of the file, which may be replaced, as long
// as the macro names each once.
//
//===----------------------------------------------------------------------===//

#include "CopyWidener.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

/// What \p E is spelled by in a file; invalid if that says more, or less.
static CharSourceRange fileRange(const Expr &E, const ASTContext &Ctx) {
  return Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E.getSourceRange()),
      Ctx.getSourceManager(), Ctx.getLangOpts());
}

/// Lists where the text in \p E, and in definitions, stands in macros.
void CopyWidener::noteMacroUses(const Expr *E, unsigned Depth) {
  if (!E || Depth > 12)
    return;
  if (E->getBeginLoc().isMacroID())
    if (CharSourceRange Own = fileRange(*E, Ctx); Own.isValid())
      MacroUses[Own.getBegin()].insert(E->getBeginLoc());
  if (const VarDecl *Var = definedVariable(E))
    noteMacroUses(Var->getInit(), Depth + 1);
  for (const Stmt *Child : E->children())
    noteMacroUses(dyn_cast_or_null<Expr>(Child), Depth);
}

/// Another text in the place of that of \p E changes nothing else.
bool CopyWidener::hasOwnText(const Expr *E) const {
  if (!E->getBeginLoc().isMacroID() && !E->getEndLoc().isMacroID())
    return true;
  const CharSourceRange Own = fileRange(*E, Ctx);
  if (Own.isInvalid())
    return false;
  auto Uses = MacroUses.find(Own.getBegin());
  return Uses == MacroUses.end() || Uses->second.size() < 2;
}

} // namespace cudapipe
