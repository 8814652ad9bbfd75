//===- HiddenFunctions.cpp - What functions do elsewhere ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an #if switches off is text. It may compute with the function's own
// numbers, and write through a pointer that the code that is read writes
// through too; all else stands against a rewrite of the caller.
//
//===----------------------------------------------------------------------===//

#include "HiddenFunctions.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

/// A variable of the file, or one that blocks share, has the name \p Word.
bool HiddenFunctions::isVariableElsewhere(llvm::StringRef Word,
                                          bool SharedOnly) const {
  const IdentifierInfo *Known = findIdentifier(Word, Ctx);
  if (!Known)
    return false;
  return llvm::any_of(Ctx.getTranslationUnitDecl()->lookup(Known),
                      [&](const NamedDecl *D) {
                        const auto *Var = dyn_cast<VarDecl>(D);
                        return Var && !Var->getType().isConstQualified() &&
                               (!SharedOnly || Var->hasAttr<CUDASharedAttr>());
                      });
}

/// The asm statement at \p At of \p Tokens computes, or loads, no more.
static bool isPlainAsm(llvm::ArrayRef<MacroToken> Tokens, size_t At,
                       bool Moves) {
  std::string Code;
  for (; At < Tokens.size() && Tokens[At].Kind != tok::colon &&
         Tokens[At].Kind != tok::semi;
       ++At)
    if (Tokens[At].Kind == tok::string_literal) {
      llvm::StringRef Literal = Tokens[At].Word;
      for (size_t I = 1; I + 1 < Literal.size(); ++I)
        if (Literal[I] == '\\')
          Code += Literal[++I] == 'n' ? '\n' : ' ';
        else
          Code += Literal[I];
    }
  return !Code.empty() && isReadOnlyAsm(Code) &&
         !(Moves && mindsItsPlace(Code));
}

static bool isAsm(llvm::StringRef Word) {
  return Word == "asm" || Word == "__asm__" || Word == "__asm";
}

/// `x` in `float x`, `half2 x`: a new variable that points nowhere.
static bool isDeclared(llvm::ArrayRef<MacroToken> Tokens, size_t At,
                       const ASTContext &Ctx) {
  if (At == 0 || !Tokens[At - 1].isWord())
    return false;
  llvm::StringRef Type = Tokens[At - 1].Word;
  const IdentifierInfo *Known = findIdentifier(Type, Ctx);
  if (!Known || Type == "auto" || Type == "return" || Type == "else" ||
      Type == "do" || Type == "case")
    return false;
  if (Known->getTokenID() != tok::identifier)
    return true;
  return llvm::any_of(
      Ctx.getTranslationUnitDecl()->lookup(Known), [&](const NamedDecl *D) {
        const auto *Named = dyn_cast<TypeDecl>(D);
        return Named && !mayReachOthers(Ctx.getTypeDeclType(Named));
      });
}

std::string HiddenFunctions::checkTokens(const FunctionDecl &Function,
                                         const Parts &Of, bool Moves) const {
  llvm::ArrayRef<MacroToken> Hidden = Of.Hidden;
  llvm::StringSet<> Known, Declared;
  bool HasAsm = false;
  for (const MacroToken &Tok : Of.Read) {
    Known.insert(Tok.Word);
    HasAsm |= isAsm(Tok.Word);
  }
  const bool GivesPointer = mayReachOthers(Function.getReturnType());
  HiddenChanges Changes(Ctx);
  for (size_t I = 0; I < Hidden.size(); ++I) {
    llvm::StringRef Word = Hidden[I].Word;
    if (!Hidden[I].isWord())
      continue;
    const bool IsFlow = Word == "return" || Word == "break" ||
                        Word == "continue" || Word == "goto";
    if (isAsm(Word) ? !isPlainAsm(Hidden, I, Moves)
                    : (leavesOrWaits(Word) && !IsFlow) ||
                          isVariableElsewhere(Word, /*SharedOnly=*/true))
      return "'" + Word.str() + "'";
    if (Of.Own.contains(Word) || Declared.contains(Word))
      continue;
    if (isDeclared(Hidden, I, Ctx)) {
      Declared.insert(Word);
      continue;
    }
    if (!Known.contains(Word) &&
        ((Moves && (isVariableElsewhere(Word, /*SharedOnly=*/false) ||
                    isOfMoment(Word))) ||
         ((Moves || GivesPointer) && Of.Reaching.contains(Word))))
      return "'" + Word.str() + "'";
    // A type, or what is called, is no variable.
    const IdentifierInfo *Known = findIdentifier(Word, Ctx);
    const bool IsKeyword = Known && Known->getTokenID() != tok::identifier;
    if (!IsKeyword &&
        (I + 1 == Hidden.size() ||
         (Hidden[I + 1].Kind != tok::l_paren && !Hidden[I + 1].isWord())))
      Changes.keep(Word);
  }
  const llvm::StringSet<> Proved = Changes.find(Of.Read);
  for (const auto &Name : Changes.find(Hidden))
    if (!Proved.contains(Name.getKey()) &&
        !(HasAsm && Known.contains(Name.getKey())))
      return "a change of '" + Name.getKey().str() + "'";
  return "";
}

std::optional<SourceText>
HiddenFunctions::textOf(const FunctionDecl &Function) const {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation Loc = SM.getExpansionLoc(Function.getLocation());
  if (!Function.getBody() || Loc.isInvalid() ||
      !SM.getFileEntryRefForID(SM.getFileID(Loc)))
    return std::nullopt;
  // A lambda of the kernel is looked at with it.
  const FileID File = SM.getFileID(Loc);
  const unsigned At = SM.getFileOffset(Loc);
  std::optional<TextRange> Whole = Text.range(Kernel.getBody());
  if (File == Text.file() && Whole && Whole->contains({At, At}))
    return std::nullopt;
  return SourceText(File, Ctx);
}

bool HiddenFunctions::isWhole(const FunctionDecl &Function) const {
  std::optional<SourceText> There = textOf(Function);
  if (!There)
    return true;
  Parts Of = partsOf(Function, *There);
  addOtherDefinitions(Function, *There, Of);
  return Of.Hidden.empty();
}

std::string HiddenFunctions::check(const FunctionDecl &Function,
                                   bool Moves) const {
  std::optional<SourceText> There = textOf(Function);
  if (!There)
    return "";
  if (std::optional<TextRange> Body = There->range(Function.getBody()))
    if (llvm::StringRef Name =
            Macros.filledIn(statementTokens(*There, *Body, Ctx));
        !Name.empty())
      return "what the command line makes of '" + Name.str() + "'";
  Parts Of = partsOf(Function, *There);
  addOtherDefinitions(Function, *There, Of);
  return Of.Hidden.empty() ? "" : checkTokens(Function, Of, Moves);
}

} // namespace cudapipe
