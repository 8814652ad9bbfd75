//===- HiddenChanges.cpp - What tokens would change -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HiddenChanges.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cudapipe {

bool changes(tok::TokenKind Kind) {
  const char *Sign = tok::getPunctuatorSpelling(Kind);
  return Kind == tok::plusplus || Kind == tok::minusminus ||
         (Sign && llvm::StringRef(Sign).ends_with("=") &&
          Kind != tok::equalequal && Kind != tok::exclaimequal &&
          Kind != tok::lessequal && Kind != tok::greaterequal);
}

bool isAsm(llvm::StringRef Word) {
  return Word == "asm" || Word == "__asm__" || Word == "__asm";
}

std::string asmTextAt(llvm::ArrayRef<MacroToken> Tokens, size_t At) {
  std::string Code;
  bool InParens = false;
  for (; At < Tokens.size() && Tokens[At].Kind != tok::colon &&
         Tokens[At].Kind != tok::semi;
       ++At) {
    InParens |= Tokens[At].Kind == tok::l_paren;
    // A macro may say anything.
    if (Tokens[At].isWord() && (InParens || Tokens[At].Word == "goto"))
      return "";
    if (Tokens[At].Kind == tok::string_literal) {
      llvm::StringRef Literal = Tokens[At].Word;
      for (size_t I = 1; I + 1 < Literal.size(); ++I)
        if (Literal[I] == '\\')
          Code += Literal[++I] == 'n' ? '\n' : ' ';
        else
          Code += Literal[I];
    }
  }
  return Code;
}

bool mayReachOthers(QualType Type) {
  if (Type->isPointerType() || Type->isReferenceType())
    return true;
  const auto *Record = Type->getAsRecordDecl();
  return Record && llvm::any_of(Record->fields(), [](const FieldDecl *Field) {
           return mayReachOthers(Field->getType());
         });
}

/// A function of this name may change what it is given as \p Argument.
bool HiddenChanges::mayChange(llvm::StringRef Callee, unsigned Argument,
                              bool IsScalar) const {
  const IdentifierInfo *Known = findIdentifier(Callee, Ctx);
  if (!Known)
    return true;
  if (Known->getTokenID() != tok::identifier)
    return false; // if, sizeof, float
  bool IsKnown = false;
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(Known)) {
    D = D->getUnderlyingDecl();
    if (isa<TypeDecl>(D))
      continue;
    const FunctionDecl *Function = D->getAsFunction();
    if (!Function)
      return true;
    IsKnown = true;
    if (Argument >= Function->getNumParams()) {
      if (!Function->isVariadic() || !IsScalar)
        return true;
      continue;
    }
    QualType Type = Function->getParamDecl(Argument)->getType();
    if ((Type->isReferenceType() || Type->isPointerType())
            ? !Type->getPointeeType().isConstQualified()
            : Type->isDependentType())
      return true;
  }
  return !IsKnown;
}

namespace {
/// What is open: parentheses of a call, of a condition, or brackets.
struct OpenBracket {
  bool IsSubscript = false, IsCondition = false;
  std::string Callee;
  unsigned Argument = 0;
  /// Kept names of what may yet turn out to be assigned.
  std::vector<std::string> Left;
};
} // namespace

llvm::StringSet<> HiddenChanges::find(llvm::ArrayRef<MacroToken> Tokens) const {
  llvm::StringSet<> Found;
  llvm::SmallVector<OpenBracket, 8> Open(1);
  bool Steps = false; // a `++` stands in front
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const MacroToken &Tok = Tokens[I];
    const MacroToken *Last = I ? &Tokens[I - 1] : nullptr;
    OpenBracket &In = Open.back();
    if (Tok.isWord()) {
      bool IsMember =
          Last && (Last->Kind == tok::period || Last->Kind == tok::arrow ||
                   Last->Kind == tok::coloncolon);
      const bool IsStepped = std::exchange(Steps, false);
      if (IsMember || !Kept.contains(Tok.Word))
        continue;
      auto Next = [&](size_t Ahead) {
        return I + Ahead < Tokens.size() ? Tokens[I + Ahead].Kind : tok::eof;
      };
      bool IsCalled = Next(1) == tok::l_paren ||
                      (Next(1) == tok::period && Next(3) == tok::l_paren);
      const bool IsCast =
          !Last || (Last->Kind != tok::l_paren && Last->Kind != tok::comma);
      bool IsPassed = !In.Callee.empty() &&
                      (IsCast || !Fixed.contains(Tok.Word)) &&
                      mayChange(In.Callee, In.Argument, isScalar(Tok.Word));
      if (IsStepped || IsCalled || IsPassed)
        Found.insert(Tok.Word);
      In.Left.push_back(Tok.Word);
      continue;
    }
    switch (Tok.Kind) {
    case tok::l_paren:
    case tok::l_square: {
      OpenBracket New;
      New.IsSubscript = Tok.Kind == tok::l_square;
      if (!New.IsSubscript && Last && Last->isWord())
        New.Callee = Last->Word;
      else if (!New.IsSubscript)
        New.Callee = In.Callee, New.Argument = In.Argument;
      New.IsCondition = New.Callee == "if" || New.Callee == "while" ||
                        New.Callee == "for" || New.Callee == "switch";
      Open.push_back(std::move(New));
      continue;
    }
    case tok::r_paren:
    case tok::r_square: {
      Steps = false;
      OpenBracket Closed = Open.pop_back_val();
      if (Open.empty())
        Open.emplace_back();
      if (!Closed.IsSubscript && !Closed.IsCondition)
        llvm::append_range(Open.back().Left, Closed.Left);
      continue;
    }
    case tok::comma:
      ++In.Argument;
      In.Left.clear();
      Steps = false;
      continue;
    case tok::semi:
    case tok::l_brace:
    case tok::r_brace:
    case tok::equalequal:
    case tok::exclaimequal:
    case tok::lessequal:
    case tok::greaterequal:
    case tok::less:
    case tok::greater:
    case tok::ampamp:
    case tok::pipepipe:
    case tok::question:
      In.Left.clear();
      Steps = false;
      continue;
    default:
      Steps &= Tok.Kind == tok::star;
      if (!changes(Tok.Kind))
        continue;
      for (const std::string &Name : In.Left)
        Found.insert(Name);
      In.Left.clear();
      Steps = Tok.Kind == tok::plusplus || Tok.Kind == tok::minusminus;
    }
  }
  return Found;
}

} // namespace cudapipe
