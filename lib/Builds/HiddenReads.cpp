//===- HiddenReads.cpp - Elements that tokens read ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #ifdef HALF
//     sum = __hfma(As[ty][k], Bs[k][tx], sum);      values of elements
//   #else
//     sum += As[ty][k] * Bs[k][tx];
//   #endif
//
// Where a tile may be read, such a text may stand: the stage has the name of
// the tile there.
//
//===----------------------------------------------------------------------===//

#include "HiddenReads.h"
#include "HiddenChanges.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudapipe {

HiddenReads::HiddenReads(const SourceText &Text, TextRange Body, TextRange Part,
                         const FunctionDecl &Kernel, const ASTContext &Ctx)
    : Kernel(Kernel), Ctx(Ctx), Macros(MacroTable::in(Text.file(), Part, Ctx)),
      Begin(Part.Begin) {
  unsigned At = Body.Begin;
  auto Add = [&](unsigned End) {
    std::vector<unsigned> Of;
    llvm::append_range(Tokens, macroTokens(Text, {At, End}, Ctx, &Of));
    llvm::append_range(Places, Of);
  };
  for (const Directive &D : Text.directives({Body.Begin, Part.End})) {
    Add(D.Line.Begin);
    Tokens.push_back({tok::hash, ""});
    Places.push_back(D.Line.Begin);
    At = D.Line.End;
  }
  Add(std::max(At, Part.End));
}

/// `[=] { ... }` may be called when the stage is another.
bool HiddenReads::holdsLambda() const {
  for (size_t I = 0; I < Tokens.size(); ++I)
    if (Places[I] >= Begin && kind(I) == tok::l_square &&
        (I == 0 ||
         !(kind(I - 1) == tok::r_square || kind(I - 1) == tok::r_paren ||
           (Tokens[I - 1].isWord() && Tokens[I - 1].Word != "return"))))
      return true;
  return false;
}

/// What follows `tile[i][j].x` that begins at \p At.
std::optional<size_t> HiddenReads::behindElement(size_t At,
                                                 unsigned Rank) const {
  size_t I = At + 1;
  for (unsigned Subscript = 0; Subscript < Rank; ++Subscript) {
    if (kind(I) != tok::l_square)
      return std::nullopt;
    unsigned Depth = 0;
    do {
      if (I >= Tokens.size())
        return std::nullopt;
      Depth += kind(I) == tok::l_square;
      Depth -= kind(I) == tok::r_square;
      ++I;
    } while (Depth > 0);
  }
  while (kind(I) == tok::period && kind(I + 1) == tok::raw_identifier)
    I += 2;
  return I;
}

/// The element that ends in front of \p Behind is more than a value there.
bool HiddenReads::isStoredTo(size_t Behind) const {
  // `c ? tile[i] : other` may be stored to in whole.
  if (kind(Behind) == tok::colon)
    return true;
  while (kind(Behind) == tok::r_paren)
    ++Behind;
  return changes(kind(Behind)) || kind(Behind) == tok::l_square ||
         kind(Behind) == tok::l_paren || kind(Behind) == tok::period ||
         kind(Behind) == tok::arrow || kind(Behind) == tok::hash ||
         kind(Behind) == tok::eof;
}

/// What is opened at \p Paren gets its \p Argument as a value.
bool HiddenReads::takesValue(size_t Paren, unsigned Argument) const {
  if (Paren == 0)
    return true;
  const MacroToken &Callee = Tokens[Paren - 1];
  if (Callee.Kind == tok::greater) {
    // static_cast<float>(tile[i])
    size_t I = Paren - 1;
    while (I > 0 && kind(I) != tok::less)
      --I;
    return I > 0 && Tokens[I - 1].Word == "static_cast";
  }
  if (!Callee.isWord())
    return Callee.Kind != tok::r_paren && Callee.Kind != tok::r_square &&
           Callee.Kind != tok::string_literal;
  if (isAsm(Callee.Word) || Callee.Word == "decltype" ||
      !Macros.definitions(Callee.Word).empty())
    return false;
  const IdentifierInfo *Known = findIdentifier(Callee.Word, Ctx);
  if (Known && Known->getTokenID() != tok::identifier)
    return true; // if, sizeof, float
  if (kind(Paren - 2) == tok::period || kind(Paren - 2) == tok::arrow ||
      kind(Paren - 2) == tok::coloncolon)
    return false;
  if (holds(Kernel.getBody(),
            [&](const Stmt &S) {
              const auto *Decls = dyn_cast<DeclStmt>(&S);
              return Decls && llvm::any_of(Decls->decls(), [&](const Decl *D) {
                       const auto *Named = dyn_cast<NamedDecl>(D);
                       return Named && Named->getNameAsString() == Callee.Word;
                     });
            }) ||
      llvm::any_of(Kernel.parameters(), [&](const ParmVarDecl *Param) {
        return Param->getName() == Callee.Word;
      }))
    return false;
  if (llvm::StringSwitch<bool>(Callee.Word)
          .Cases({"printf", "assert", "min", "max", "fminf", "fmaxf"}, true)
          .Default(false))
    return true;
  if (!Known)
    return false;
  bool IsFunction = false;
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(Known)) {
    const FunctionDecl *Function = D->getUnderlyingDecl()->getAsFunction();
    if (!Function || Argument >= Function->getNumParams())
      return false;
    const QualType Type = Function->getParamDecl(Argument)->getType();
    if (Type->isReferenceType() || Type->isPointerType() || Type->isArrayType())
      return false;
    IsFunction = true;
  }
  return IsFunction;
}

/// `float x = ...`: of the tokens from \p Begin to \p End none declares a
/// reference.
bool HiddenReads::declaresValue(size_t Begin, size_t End) const {
  for (size_t I = Begin; I < End; ++I) {
    if (kind(I) == tok::amp ||
        (kind(I) == tok::ampamp && I > Begin &&
         (Tokens[I - 1].Word == "auto" || kind(I - 1) == tok::greater)) ||
        Tokens[I].Word == "decltype" || Tokens[I].Word == "using" ||
        Tokens[I].Word == "typedef")
      return false;
    // `Real x`: a name may stand for a reference.
    if (!Tokens[I].isWord() || kind(I + 1) != tok::raw_identifier ||
        I + 1 >= End)
      continue;
    const IdentifierInfo *Known = findIdentifier(Tokens[I].Word, Ctx);
    if (Known && Known->getTokenID() != tok::identifier)
      continue;
    const auto *Template = Kernel.getPrimaryTemplate();
    if (!Template)
      Template = Kernel.getDescribedFunctionTemplate();
    if (Template && llvm::any_of(*Template->getTemplateParameters(),
                                 [&](const NamedDecl *Param) {
                                   return Param->getName() == Tokens[I].Word;
                                 }))
      continue;
    if (!Known)
      return false;
    for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(Known))
      if (const auto *Named = dyn_cast<TypeDecl>(D->getUnderlyingDecl());
          !Named || Ctx.getTypeDeclType(Named)->isReferenceType())
        return false;
    if (Ctx.getTranslationUnitDecl()->lookup(Known).empty())
      return false;
  }
  return true;
}

/// No macro in the statement around \p At stands for more than values.
bool HiddenReads::hasPlainMacros(size_t At) const {
  const auto Ends = [&](size_t I) {
    return kind(I) == tok::semi || kind(I) == tok::l_brace ||
           kind(I) == tok::r_brace || kind(I) == tok::hash;
  };
  size_t I = At;
  while (I > 0 && !Ends(I - 1))
    --I;
  for (; I < Tokens.size() && !Ends(I); ++I)
    for (const DefinedMacro &D : Macros.definitions(Tokens[I].Word))
      if (llvm::any_of(D.Body, [](const MacroToken &Tok) {
            return changes(Tok.Kind) || Tok.Kind == tok::semi ||
                   Tok.Kind == tok::amp || Tok.Kind == tok::l_brace ||
                   Tok.Kind == tok::r_brace || Tok.Kind == tok::l_square ||
                   Tok.Kind == tok::r_square || Tok.Kind == tok::hash ||
                   isAsm(Tok.Word);
          }))
        return false;
  return true;
}

/// Nothing around the element at \p At, back to where its statement begins,
/// can keep or pass on a reference to it.
bool HiddenReads::isTakenByValue(size_t At) const {
  unsigned Argument = 0;
  unsigned Closed = 0;
  size_t I = At;
  while (I > 0) {
    const tok::TokenKind Kind = kind(I - 1);
    if (Kind == tok::semi || Kind == tok::r_brace)
      break;
    // Each branch begins with a statement.
    if (Kind == tok::hash) {
      while (I > 0 && kind(I - 1) == tok::hash)
        --I;
      if (I > 0 && kind(I - 1) != tok::semi && kind(I - 1) != tok::l_brace &&
          kind(I - 1) != tok::r_brace)
        return false;
      break;
    }
    if (Kind == tok::l_brace) {
      // Of a block, and not of values.
      const tok::TokenKind Before = I > 1 ? kind(I - 2) : tok::semi;
      if (Before != tok::r_paren && Before != tok::semi &&
          Before != tok::l_brace && Before != tok::r_brace &&
          Before != tok::hash &&
          !(I > 1 &&
            (Tokens[I - 2].Word == "else" || Tokens[I - 2].Word == "do")))
        return false;
      break;
    }
    --I;
    if (Kind == tok::r_paren || Kind == tok::r_square) {
      ++Closed;
    } else if (Kind == tok::l_paren || Kind == tok::l_square) {
      if (Closed > 0) {
        --Closed;
      } else {
        if (Kind == tok::l_paren && !takesValue(I, Argument))
          return false;
        Argument = 0;
      }
    } else if (Kind == tok::comma && Closed == 0) {
      ++Argument;
    }
  }
  return declaresValue(I, At);
}

bool HiddenReads::readsElement(unsigned Place, const VarDecl &Tile) const {
  const auto Found = llvm::find(Places, Place);
  if (Found == Places.end() || holdsLambda())
    return false;
  unsigned Rank = 0;
  QualType Element = Tile.getType();
  for (; const ArrayType *Array = Ctx.getAsArrayType(Element); ++Rank)
    Element = Array->getElementType();
  if (Rank == 0 || Element->isReferenceType() || Element->isPointerType() ||
      (!Element->isDependentType() && !Element.isTriviallyCopyableType(Ctx) &&
       !isCopiedByBytes(Element)))
    return false;
  const size_t At = Found - Places.begin();
  // `float tile[4]`, `&tile[i]`, `c ? x : tile[i]`, `++(tile[i])`.
  const MacroToken Before = At > 0 ? Tokens[At - 1] : MacroToken{tok::hash, ""};
  if ((Before.isWord() && Before.Word != "return" && Before.Word != "else") ||
      Before.Kind == tok::question || Before.Kind == tok::colon)
    return false;
  size_t Open = At;
  while (Open > 0 && kind(Open - 1) == tok::l_paren)
    --Open;
  if (Open > 0 &&
      (kind(Open - 1) == tok::plusplus || kind(Open - 1) == tok::minusminus))
    return false;
  if (Before.Kind == tok::star &&
      (At < 2 || !(Tokens[At - 2].isWord() || kind(At - 2) == tok::r_paren ||
                   kind(At - 2) == tok::r_square ||
                   kind(At - 2) == tok::numeric_constant)))
    return false;
  const std::optional<size_t> Behind = behindElement(At, Rank);
  return Behind && !isStoredTo(*Behind) && hasPlainMacros(At) &&
         isTakenByValue(At);
}

} // namespace cudapipe
