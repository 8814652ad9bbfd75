//===- OtherQualifiers.cpp - Pointers that are alone here -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That pointers do not meet is right where the text says so in all
// configurations. What else an #if says of their type is no matter, and what
// another build makes of a macro or a type is for the user to know.
//
//===----------------------------------------------------------------------===//

#include "OtherBuilds.h"
#include "OtherTypes.h"
#include "RestrictText.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

static bool writesOutside(const Stmt *S, const LoopModel &M,
                          const ASTContext &Ctx) {
  const Effects E = effectsOf(S, *M.Pointers, Ctx);
  return llvm::any_of(E.MemoryWrites, [](const MemoryAccess &X) {
    return X.Root.Kind != MemoryRoot::Shared;
  });
}

/// In \p Around, the loop or what may run in front of it writes memory that is
/// not shared.
static bool writesByThen(const Stmt *Around, const LoopModel &M,
                         const ASTContext &Ctx) {
  if (isa<ForStmt, WhileStmt, DoStmt>(Around))
    return writesOutside(Around, M, Ctx);
  for (const Stmt *Child : Around->children()) {
    if (!Child)
      continue;
    if (contains(Child, M.Header.Loop))
      return writesByThen(Child, M, Ctx);
    if (writesOutside(Child, M, Ctx))
      return true;
  }
  return false;
}

namespace {

/// The words in front of a declared name, in one branch of the text.
struct Declarator {
  std::string Name;
  MacroTokens Tokens;
};

} // namespace

/// The parameters whose list begins in \p Range, in the order of the text: of
/// an #if, those of all its branches.
static std::vector<Declarator>
parametersIn(TextRange Range, const SourceText &Text, const ASTContext &Ctx) {
  std::vector<unsigned> Places;
  const MacroTokens All = macroTokens(Text, Range, Ctx, &Places);
  const std::vector<Directive> Lines = Text.directives(Range);
  std::vector<Declarator> Out;
  MacroTokens Now;
  unsigned Depth = 0, Angles = 0, Line = 0;
  bool IsCut = false, InDefault = false;
  for (auto [Tok, At] : llvm::zip_equal(All, Places)) {
    while (Line < Lines.size() && Lines[Line].Line.End <= At)
      ++Line;
    if (Line < Lines.size() && Lines[Line].Line.Begin <= At) {
      IsCut |= !Now.empty();
      continue;
    }
    Depth += Tok.Kind == tok::l_paren;
    Depth -= Tok.Kind == tok::r_paren && Depth > 0;
    if (Tok.Kind == tok::less)
      ++Angles;
    else if (Tok.Kind == tok::greater && Angles > 0)
      --Angles;
    if ((Tok.Kind == tok::comma && Depth == 1 && (!Angles || InDefault)) ||
        (Tok.Kind == tok::l_paren && Depth == 1)) {
      Now.clear();
      Angles = 0;
      IsCut = InDefault = false;
      continue;
    }
    InDefault |= Tok.Kind == tok::equal;
    if (InDefault)
      continue;
    if (Tok.isWord()) {
      Out.push_back({Tok.Word, Now});
      if (IsCut)
        Out.back().Tokens.push_back({tok::hash, ""});
    }
    Now.push_back(Tok);
  }
  return Out;
}

/// A macro that spells \p Loc may have another definition.
static bool isOfOtherMacro(SourceLocation Loc, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  for (; Loc.isMacroID(); Loc = SM.getImmediateMacroCallerLoc(Loc))
    if (!SM.isMacroArgExpansion(Loc) &&
        MacroTable::at(Loc, Ctx).mayBeOther(
            Lexer::getImmediateMacroName(Loc, SM, Ctx.getLangOpts())))
      return true;
  return false;
}

/// Where stores of the loop may meet its loads, or would if pointers were not
/// qualified, the qualifiers are those of all configurations.
std::optional<Rejection> OtherBuilds::checkOtherQualifiers() {
  VarSet Relied;
  for (const BodyItem &Item : M.Items)
    for (const auto *All : {&Item.E.MemoryReads, &Item.E.MemoryWrites})
      for (const MemoryAccess &X : *All)
        if (X.Root.Var && X.Root.Var->getIdentifier() &&
            X.Root.Var->getType().isRestrictQualified())
          Relied.insert(X.Root.Var);
  if (Relied.empty() || !writesByThen(M.Kernel->getBody(), M, Ctx))
    return std::nullopt;
  const std::optional<TextRange> Head = Text.range(
      SourceRange(M.Kernel->getLocation(), M.Kernel->getBody()->getBeginLoc()));
  OtherTypes Types(*M.Kernel, Text, Ctx);
  RestrictText Reader(Ctx);
  const MacroTable &Macros =
      MacroTable::at(M.Kernel->getBody()->getBeginLoc(), Ctx);
  const std::vector<Declarator> Parameters =
      Head ? parametersIn(*Head, Text, Ctx) : std::vector<Declarator>();
  // Some builds with the loop have the local \p Var, and some another one.
  auto IsOfABranch = [&](const VarDecl &Var) {
    const std::optional<TextRange> At =
        Text.range(SourceRange(Var.getLocation()));
    return !At || isChosen(At->Begin);
  };
  auto IsSure = [&](const VarDecl &Var) {
    const bool IsParam = llvm::is_contained(M.Kernel->parameters(), &Var);
    if (isOfOtherMacro(Var.getLocation(), Ctx) ||
        (!IsParam && IsOfABranch(Var)))
      return false;
    bool Says = false, SaysNot = false;
    auto Add = [&](const MacroTokens &Tokens) {
      const RestrictText::Answer Answer = Reader.read(Tokens, Macros);
      Says |= Answer != RestrictText::Never;
      SaysNot |= Answer != RestrictText::Always;
    };
    for (const Declarator &One : Parameters)
      if (IsParam && One.Name == Var.getName())
        Add(One.Tokens);
    const std::optional<TextRange> Own =
        Text.range(SourceRange(Var.getBeginLoc(), Var.getLocation()));
    if (!IsParam && Own)
      Add(macroTokens(Text, *Own, Ctx, nullptr));
    return Says ? !SaysNot : !Types.isOneOf(Var.getType(), "");
  };
  // An #if in the head of the kernel, or around a declaration in it.
  auto IsTwoTexts = [&](const VarDecl &Var) {
    if (!llvm::is_contained(M.Kernel->parameters(), &Var))
      return IsOfABranch(Var);
    unsigned Times = 0;
    for (const Declarator &One : Parameters)
      if (One.Name == Var.getName())
        Times += 1 + llvm::any_of(One.Tokens, [](const MacroToken &Tok) {
                   return Tok.Kind == tok::hash;
                 });
    return Times > 1;
  };
  for (const VarDecl *Var : Relied) {
    if (IsSure(*Var))
      continue;
    if (IsTwoTexts(*Var))
      return Rejection{RejectionKind::MacroLoop, Var->getSourceRange(),
                       "an #if hides that '" + Var->getNameAsString() +
                           "' is not __restrict__"};
    remark("'" + Var->getNameAsString() +
           "' may be without __restrict__ in another build" +
           (Reader.ofCommand().empty() ? ""
                                       : ", where the command line defines '" +
                                             Reader.ofCommand().str() + "'"));
  }
  return std::nullopt;
}

} // namespace cudapipe
