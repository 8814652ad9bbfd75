//===- OtherTypes.cpp - Types that another configuration chooses ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherTypes.h"
#include "Rewrite/Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cudapipe {

bool isUnderOtherIf(SourceLocation Loc, const FunctionDecl &Function,
                    const SourceText &Text, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  Loc = SM.getExpansionLoc(Loc);
  if (Loc.isInvalid() || SM.isInSystemHeader(Loc) || !Loc.isFileID())
    return false;
  const FileID File = SM.getFileID(Loc);
  if (!SM.getFileEntryRefForID(File))
    return false;
  const std::vector<unsigned> Around =
      SourceText(File, Ctx).conditionalsAround(SM.getFileOffset(Loc));
  if (Around.empty())
    return false;
  const std::vector<unsigned> Ours = Text.conditionalsAround(
      SM.getFileOffset(SM.getExpansionLoc(Function.getLocation())));
  return File != Text.file() || Ours.size() < Around.size() ||
         !std::equal(Around.begin(), Around.end(), Ours.begin());
}

/// Goes through all that a type is made of.
class OtherTypes::Finder : public DynamicRecursiveASTVisitor {
public:
  explicit Finder(OtherTypes &Of) : Of(Of) {}
  bool Found = false;

  bool VisitTypedefType(TypedefType *Type) override {
    return look(*Type->getDecl()) && TraverseType(Type->desugar());
  }
  /// In an argument of a template: `conditional_t<IS_HALF, half, float>`.
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    return look(*Ref->getDecl());
  }
  bool VisitUsingType(UsingType *Type) override {
    return look(*Type->getDecl()) && TraverseType(Type->desugar());
  }
  bool VisitRecordType(RecordType *Type) override {
    const RecordDecl *Record = Type->getDecl()->getDefinition();
    if (!Record || Of.Seen.contains(Record))
      return true;
    if (!look(*Record))
      return false;
    for (const FieldDecl *Field : Record->fields())
      if (!look(*Field) || !TraverseType(Field->getType()))
        return false;
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (!TraverseType(Base.getType()))
          return false;
    return true;
  }

private:
  bool look(const Decl &D) {
    Found |= Of.isChosen(D);
    return !Found;
  }
  OtherTypes &Of;
};

OtherTypes::OtherTypes(const FunctionDecl &Function, const SourceText &Text,
                       const ASTContext &Ctx)
    : Function(Function), Text(Text), Ctx(Ctx) {}

/// A macro among \p Words has another definition in \p Macros.
bool OtherTypes::hasOtherMacro(llvm::StringRef Words, const MacroTable &Macros,
                               unsigned Depth) const {
  return llvm::any_of(macroTokens(Words, Ctx), [&](const MacroToken &Tok) {
    if (!Tok.isWord() || Depth > 8)
      return false;
    return Macros.mayBeOther(Tok.Word) ||
           llvm::any_of(
               Macros.definitions(Tok.Word), [&](const DefinedMacro &D) {
                 return llvm::any_of(D.Body, [&](const MacroToken &Inner) {
                   return Inner.isWord() && Inner.Word != Tok.Word &&
                          hasOtherMacro(Inner.Word, Macros, Depth + 1);
                 });
               });
  });
}

/// \p D stands under an #if, or has one in it, or is spelled by a macro that
/// has other definitions.
bool OtherTypes::isChosen(const Decl &D) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation Loc = SM.getExpansionLoc(D.getLocation());
  if (!Seen.insert(&D).second || Loc.isInvalid() || SM.isInSystemHeader(Loc))
    return false;
  const FileID File = SM.getFileID(Loc);
  if (!SM.getFileEntryRefForID(File))
    return false;
  if (isUnderOtherIf(Loc, Function, Text, Ctx))
    return true;
  const SourceText There(File, Ctx);
  std::optional<TextRange> R = There.range(D.getSourceRange());
  if (!R)
    return true;
  if (isa<FunctionDecl>(D))
    return false;
  return isa<RecordDecl>(D)
             ? There.hasConditionals(*R)
             : MindsMacros &&
                   hasOtherMacro(There.text(*R), MacroTable::in(File, *R, Ctx));
}

bool OtherTypes::isOneOf(QualType Type, llvm::StringRef Spelled) {
  if (hasOtherMacro(Spelled, MacroTable::at(Function.getEndLoc(), Ctx)))
    return true;
  Seen.clear();
  Finder F(*this);
  F.TraverseType(Type);
  return F.Found;
}

bool OtherTypes::isChosenByIf(QualType Type) {
  Seen.clear();
  MindsMacros = false;
  Finder F(*this);
  F.TraverseType(Type);
  MindsMacros = true;
  return F.Found;
}

bool OtherTypes::hasOtherCast(const Stmt *S) const {
  if (!S)
    return false;
  const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
  if (Cast && Cast->getTypeInfoAsWritten() &&
      (Cast->getType()->isPointerType() || Cast->isGLValue())) {
    const SourceManager &SM = Ctx.getSourceManager();
    TypeLoc Loc = Cast->getTypeInfoAsWritten()->getTypeLoc();
    while (TypeLoc Next = Loc.getNextTypeLoc())
      Loc = Next;
    for (SourceLocation At = Loc.getBeginLoc(); At.isMacroID();
         At = SM.getImmediateMacroCallerLoc(At))
      if (!SM.isMacroArgExpansion(At) &&
          MacroTable::at(At, Ctx).mayBeOther(
              Lexer::getImmediateMacroName(At, SM, Ctx.getLangOpts())))
        return true;
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return hasOtherCast(Child); });
}

bool OtherTypes::hasElementsOf(const VarDecl &Tile) {
  return isOneOf(namedElement(Tile, Ctx), elementType(Tile, Text, Ctx));
}

} // namespace cudapipe
