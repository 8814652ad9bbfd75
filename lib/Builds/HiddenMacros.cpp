//===- HiddenMacros.cpp - Macros in code that an #if switches off ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #define CLEAR() (tile[t] = 0)        the name of the tile is not in the
//   #ifdef DEBUG                         kernel
//     CLEAR();
//   #endif
//
//===----------------------------------------------------------------------===//

#include "HiddenChanges.h"
#include "OtherBuilds.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

using Words = llvm::StringSet<>;

/// The words that each macro of the file is defined by, anywhere in it.
static llvm::StringMap<Words> wordsOfMacros(const SourceText &Text,
                                            const ASTContext &Ctx) {
  llvm::StringMap<Words> Out;
  Lexer Lex(Ctx.getSourceManager().getLocForStartOfFile(Text.file()),
            Ctx.getLangOpts(), Text.code().begin(), Text.code().begin(),
            Text.code().end());
  enum { Code, Hash, Define, Body } In = Code;
  Words *Macro = nullptr;
  Token Tok;
  while (!Lex.LexFromRawLexer(Tok)) {
    bool IsWord = Tok.is(tok::raw_identifier);
    if (Tok.isAtStartOfLine())
      In = Tok.is(tok::hash) ? Hash : Code;
    else if (In == Hash)
      In = IsWord && Tok.getRawIdentifier() == "define" ? Define : Code;
    else if (In == Define && IsWord)
      Macro = &Out[Tok.getRawIdentifier()], In = Body;
    else if (In == Body && IsWord)
      Macro->insert(Tok.getRawIdentifier());
  }
  return Out;
}

/// Adds to \p Out what \p Name is made of, macros of macros too.
static void addWords(llvm::StringRef Name, const llvm::StringMap<Words> &Macros,
                     Words &Out) {
  auto It = Macros.find(Name);
  if (It == Macros.end())
    return;
  for (const auto &Word : It->second)
    if (Out.insert(Word.getKey()).second)
      addWords(Word.getKey(), Macros, Out);
}

/// In another configuration a macro may do to the loop what the text may not.
std::optional<Rejection> OtherBuilds::checkHiddenMacros() {
  std::optional<TextRange> Body = Text.range(M.Kernel->getBody());
  const std::vector<TextRange> Chosen = chosenParts();
  if (!Body || Chosen.empty())
    return std::nullopt;
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::StringMap<Words> Macros = wordsOfMacros(Text, Ctx);
  llvm::DenseSet<unsigned> Expanded = Text.expansions();
  Words Ours;
  for (const VarDecl *Var : M.Staged.Tiles)
    Ours.insert(Var->getName());
  for (const VarDecl *Var : readEarly())
    if (Var->getIdentifier() && !Var->getType().isConstQualified())
      Ours.insert(Var->getName());
  for (const ParmVarDecl *Param : M.Kernel->parameters())
    if (Param->getIdentifier() && !Param->getType()->isArithmeticType())
      Ours.insert(Param->getName());

  Lexer Lex(SM.getLocForStartOfFile(Text.file()), Ctx.getLangOpts(),
            Text.code().begin(), Text.code().begin() + Body->Begin,
            Text.code().end());
  Token Tok;
  while (!Lex.LexFromRawLexer(Tok)) {
    unsigned At = SM.getFileOffset(Tok.getLocation());
    if (At >= Body->End)
      break;
    if (!Tok.is(tok::raw_identifier) || Expanded.contains(At) ||
        llvm::none_of(Chosen, [&](const TextRange &Part) {
          return Part.contains({At, At});
        }))
      continue;
    Words Spelled;
    addWords(Tok.getRawIdentifier(), Macros, Spelled);
    bool InLoop = BodyRange.Begin <= At && At < BodyRange.End;
    for (const auto &Word : Spelled)
      if (Ours.contains(Word.getKey()) ||
          (InLoop && leavesOrWaits(Word.getKey())))
        return Rejection{RejectionKind::MacroLoop,
                         M.Header.Loop->getSourceRange(),
                         "an #if in the kernel hides the macro '" +
                             Tok.getRawIdentifier().str() + "'"};
  }
  return std::nullopt;
}

} // namespace cudapipe
