//===- TemplateText.cpp - What a call passes to a template ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemplateText.h"
#include "../Rewrite/Spelling.h"
#include "BodyNames.h"
#include "SameCallee.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// The variable of the caller that \p Arg names.
static const VarDecl *variableOf(const Expr *Arg) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Arg->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// \p Type is `const T *` or `T (&)[64]` of the parameter number \p Index.
static bool isMadeOf(QualType Type, unsigned Index) {
  Type = Type.getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  else
    while (const ArrayType *Array = Type->getAsArrayTypeUnsafe())
      Type = Array->getElementType();
  const auto *Param = Type->getAs<TemplateTypeParmType>();
  return Param && Param->getIndex() == Index;
}

static std::string inParentheses(StringRef Value) {
  bool IsWord = llvm::all_of(
      Value, [](char C) { return isAsciiIdentifierContinue(C) || C == ':'; });
  return IsWord ? Value.str() : "(" + Value.str() + ")";
}

/// An argument of the function \p Pattern may say what \p Param is.
static bool mayBeDeduced(const NamedDecl &Param, const FunctionDecl &Pattern) {
  struct Visitor : DynamicRecursiveASTVisitor {
    explicit Visitor(const NamedDecl &Param) : Param(Param) {}
    bool VisitTemplateTypeParmType(TemplateTypeParmType *Type) override {
      return go(Type->getDecl());
    }
    // Of `float (&)[2 * N]`, nobody works out N.
    bool TraverseStmt(Stmt *S) override {
      const auto *E = dyn_cast_or_null<Expr>(S);
      const auto *Ref =
          E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
      return go(Ref ? Ref->getDecl() : nullptr);
    }
    bool go(const NamedDecl *D) {
      Found |= D && declaresSameEntity(D, &Param);
      return !Found;
    }
    const NamedDecl &Param;
    bool Found = false;
  } V(Param);
  for (const ParmVarDecl *P : Pattern.parameters())
    V.TraverseType(P->getType());
  return V.Found;
}

/// \p Param, which no call of \p Pattern says, has a default that is the same
/// for all.
static bool isOneDefault(const NamedDecl &Param, const FunctionDecl &Pattern) {
  if (mayBeDeduced(Param, Pattern))
    return false;
  if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(&Param))
    return Type->hasDefaultArgument() &&
           !Type->getDefaultArgument().getArgument().isDependent();
  const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(&Param);
  return Value && Value->hasDefaultArgument() &&
         !Value->getDefaultArgument().getArgument().isDependent();
}

/// The type \p Type, the parameter number \p Index of \p Pattern, as an array
/// or pointer that \p Call passes was declared.
static std::optional<std::string> declaredType(const CallExpr &Call,
                                               const FunctionDecl &Pattern,
                                               unsigned Index, QualType Type,
                                               const CallSite &Site) {
  if (isa<CXXMethodDecl>(Pattern))
    return std::nullopt;
  for (auto [Param, Arg] : llvm::zip(Pattern.parameters(), Call.arguments()))
    if (const VarDecl *Var = variableOf(Arg);
        Var && isMadeOf(Param->getType(), Index) &&
        Site.Ctx.hasSameUnqualifiedType(namedElement(*Var, Site.Ctx), Type))
      if (auto Quoted = quotedElementType(*Var, Site.Text))
        return Quoted;
  return std::nullopt;
}

std::optional<std::string> impliedArgument(const CallExpr &Call,
                                           const FunctionDecl &Function,
                                           unsigned Index,
                                           const CallSite &Site) {
  const TemplateArgumentList *All = Function.getTemplateSpecializationArgs();
  const FunctionDecl *Pattern = Function.getTemplateInstantiationPattern();
  const FunctionTemplateDecl *Template =
      Pattern ? Pattern->getDescribedFunctionTemplate() : nullptr;
  if (!All || Index >= All->size() || !Template ||
      Index >= Template->getTemplateParameters()->size())
    return std::nullopt;
  const TemplateArgument &Arg = All->get(Index);
  const bool IsType = Arg.getKind() == TemplateArgument::Type;
  if (IsType)
    if (auto Declared =
            declaredType(Call, *Pattern, Index, Arg.getAsType(), Site))
      return Declared;
  if (Site.Kernel.isTemplateInstantiation() &&
      !isOneDefault(*Template->getTemplateParameters()->getParam(Index),
                    *Pattern))
    return std::nullopt;
  if (Arg.getKind() == TemplateArgument::Integral)
    return inParentheses(llvm::toString(Arg.getAsIntegral(), 10));
  if (!IsType)
    return std::nullopt;
  return spelled(Arg.getAsType(), Site.Ctx);
}

TemplateText::TemplateText(const CallExpr &Call, const FunctionDecl &Function,
                           const CallSite &Site)
    : Call(Call), Function(Function), Site(Site) {
  if (const FunctionTemplateDecl *Template = Function.getPrimaryTemplate())
    for (auto [I, Param] : llvm::enumerate(*Template->getTemplateParameters()))
      Spellings[Param->getNameAsString()] = spellingOf(*Param, I);
  if (const auto *Class =
          dyn_cast<ClassTemplateSpecializationDecl>(Function.getDeclContext()))
    readClass(*Class);
}

/// `Loader<BM, BK> a(..);`: what is written there, if \p Call is a.load(..).
static TemplateSpecializationTypeLoc writtenClass(const CallExpr &Call) {
  const Expr *Named = objectOfCall(Call);
  const VarDecl *Object = Named ? variableOf(Named) : nullptr;
  const TypeSourceInfo *Written =
      Object ? Object->getTypeSourceInfo() : nullptr;
  return Written ? Written->getTypeLoc()
                       .getUnqualifiedLoc()
                       .getAs<TemplateSpecializationTypeLoc>()
                 : TemplateSpecializationTypeLoc();
}

void TemplateText::readClass(const ClassTemplateSpecializationDecl &Class) {
  ClassTemplateDecl &Template = *Class.getSpecializedTemplate();
  TemplateSpecializationTypeLoc Written = hasOtherDefinitions(Template)
                                              ? TemplateSpecializationTypeLoc()
                                              : writtenClass(Call);
  for (auto [I, Param] : llvm::enumerate(*Template.getTemplateParameters())) {
    std::optional<std::string> &Out = Spellings[Param->getNameAsString()];
    const TemplateArgument &Arg = Class.getTemplateArgs()[I];
    std::optional<TextRange> Text;
    if (Written && I < Written.getNumArgs())
      Text = Site.Text.range(Written.getArgLoc(I).getSourceRange());
    if (Text && Arg.getKind() == TemplateArgument::Integral)
      Out = inParentheses(Site.Text.text(*Text));
    else if (Text && Arg.getKind() == TemplateArgument::Type)
      Out = Site.Text.text(*Text).str();
    if (Out)
      continue;
    Values.insert(Param->getNameAsString());
    if (Arg.getKind() == TemplateArgument::Integral)
      Out = inParentheses(llvm::toString(Arg.getAsIntegral(), 10));
    else if (Arg.getKind() == TemplateArgument::Type)
      Out = spelled(Arg.getAsType(), Site.Ctx);
  }
}

std::optional<std::string> TemplateText::spellingOf(const NamedDecl &Param,
                                                    unsigned Index) const {
  llvm::ArrayRef<TemplateArgumentLoc> Given = templateArguments(Call);
  if (Param.isParameterPack())
    return std::nullopt;
  if (Index < Given.size()) {
    std::optional<TextRange> R = Site.Text.range(Given[Index].getSourceRange());
    if (!R)
      return std::nullopt;
    StringRef Value = Site.Text.text(*R);
    return isa<TemplateTypeParmDecl>(Param) ? Value.str()
                                            : inParentheses(Value);
  }
  return impliedArgument(Call, Function, Index, Site);
}

bool TemplateText::read(
    llvm::function_ref<void(SourceRange, StringRef)> Replace) {
  struct Visitor : DynamicRecursiveASTVisitor {
    bool VisitSubstTemplateTypeParmTypeLoc(
        SubstTemplateTypeParmTypeLoc Loc) override {
      Found.emplace_back(Loc.getTypePtr()->getReplacedParameter(),
                         Loc.getNameLoc());
      return true;
    }
    bool VisitSubstNonTypeTemplateParmExpr(
        SubstNonTypeTemplateParmExpr *E) override {
      Found.emplace_back(E->getParameter(), E->getNameLoc());
      return true;
    }
    std::vector<std::pair<const NamedDecl *, SourceLocation>> Found;
  } V;
  V.TraverseStmt(Function.getBody());
  for (auto [Param, At] : V.Found) {
    auto It = Spellings.find(Param->getNameAsString());
    if (It == Spellings.end() || !It->second)
      return false;
    UsesValues |= Values.count(It->first) > 0;
    Replace(At, *It->second);
  }
  return true;
}

bool TemplateText::putInto(std::string &Code) const {
  std::string Out;
  StringRef Rest = Code;
  while (!Rest.empty()) {
    size_t Length = 0;
    while (Length < Rest.size() && isAsciiIdentifierContinue(Rest[Length]))
      ++Length;
    StringRef Word = Rest.take_front(std::max<size_t>(Length, 1));
    Rest = Rest.drop_front(Word.size());
    auto It = Spellings.find(Word.str());
    if (It != Spellings.end() && !It->second)
      return false;
    Out += It == Spellings.end() ? Word.str() : *It->second;
  }
  Code = std::move(Out);
  return true;
}

std::optional<std::string>
TemplateText::resultType(QualType Type, const SourceText &Text) const {
  std::optional<TextRange> R = Text.range(Function.getReturnTypeSourceRange());
  std::string Out = R ? Text.text(*R).str() : "";
  if (Out.empty() || Function.getReturnType()->isReferenceType() ||
      Type->isPointerType() || Type.hasQualifiers() ||
      Out.find("auto") != std::string::npos || !putInto(Out))
    return spelled(Type.getUnqualifiedType(), Site.Ctx);
  return Out;
}

} // namespace cudapipe
