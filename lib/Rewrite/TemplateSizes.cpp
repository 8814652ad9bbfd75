//===- TemplateSizes.cpp - Numbers of one instantiation -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemplateSizes.h"
#include "HiddenFunctions.h"
#include "OtherTypes.h"
#include "Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Rewrite/Configurations.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// Goes through statements, and through what their variables start with.
class TemplateSizes::Finder : public DynamicRecursiveASTVisitor {
public:
  explicit Finder(TemplateSizes &Out) : Out(Out) {}

  bool VisitStmt(Stmt *S) override {
    Out.noteMacros(*S);
    return true;
  }
  bool
  VisitSubstNonTypeTemplateParmExpr(SubstNonTypeTemplateParmExpr *E) override {
    Out.note(*E);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (Ref->hasQualifier())
      Out.note(*Ref);
    // What a class template starts its members with has its own parameters.
    const bool IsOfTemplate = isa<ClassTemplateSpecializationDecl>(
        Ref->getDecl()->getDeclContext()->getNonTransparentContext());
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
      Out.noteChosen(*Ref, *Var);
      if (!IsOfTemplate)
        Out.add(*Var);
    } else if (const auto *Number =
                   dyn_cast<EnumConstantDecl>(Ref->getDecl())) {
      Out.noteChosen(*Ref, *Number);
      const DeclContext *In = Number->getDeclContext();
      if (!isa<ClassTemplateSpecializationDecl>(In->getParent()) &&
          Out.Enums.insert(In).second)
        for (const EnumConstantDecl *Each : cast<EnumDecl>(In)->enumerators())
          Out.add(Each->getInitExpr());
    }
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    const auto *Of =
        E->isArgumentType()
            ? nullptr
            : dyn_cast<DeclRefExpr>(E->getArgumentExpr()->IgnoreParens());
    if ((Of && isUnderOtherIf(Of->getDecl()->getLocation(), Out.Function,
                              Out.Text, Out.Ctx)) ||
        OtherTypes(Out.Function, Out.Text, Out.Ctx)
            .isOneOf(E->getTypeOfArgument(), Out.Text.text(E).value_or("")))
      Out.noteValue(*E);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const FunctionDecl *Body = Callee ? Callee->getDefinition() : nullptr;
    if (Body && !isLibraryFunction(*Body, Out.Ctx) &&
        !HiddenFunctions(Out.Function, Out.Text, Out.Ctx).isWhole(*Body))
      Out.noteValue(*Call);
    return true;
  }

private:
  TemplateSizes &Out;
};

TemplateSizes::TemplateSizes(const FunctionDecl &Function,
                             const SourceText &Text, const ASTContext &Ctx)
    : Function(Function), Text(Text), Ctx(Ctx),
      IsTemplate(Function.isTemplateInstantiation()) {}

void TemplateSizes::add(const Stmt *S) {
  if (S)
    Finder(*this).TraverseStmt(const_cast<Stmt *>(S));
}

void TemplateSizes::add(const VarDecl &Var) {
  if (!isa<ParmVarDecl>(Var) && Seen.insert(&Var))
    Finder(*this).TraverseDecl(const_cast<VarDecl *>(&Var));
}

void TemplateSizes::addTile(const VarDecl &Tile) {
  add(Tile);
  const QualType Type = namedElement(Tile, Ctx);
  auto SizeOf = [&](QualType Of) -> std::string {
    if (Of->isDependentType() || Of->isIncompleteType() || Of->isFunctionType())
      return "";
    return std::to_string(Ctx.getTypeSizeInChars(Of).getQuantity());
  };
  if (!IsTemplate || !namesTemplateParameter(Type)) {
    if (std::string Size = SizeOf(Type);
        !Size.empty() && OtherTypes(Function, Text, Ctx).hasElementsOf(Tile))
      Members["sizeof(" + elementType(Tile, Text, Ctx) + ")"] = Size;
    return;
  }
  const auto *Parameter = Type->getAs<SubstTemplateTypeParmType>();
  if (Parameter) {
    unsigned Index = Parameter->getIndex();
    for (const TemplateArgumentList *List :
         argumentsOf(*Parameter->getAssociatedDecl()))
      if (Index >= List->size() ||
          List->get(Index).getKind() != TemplateArgument::Type ||
          SizeOf(List->get(Index).getAsType()) != SizeOf(Type))
        return void(IsWhole = false);
  }
  Members["sizeof(" + elementType(Tile, Text, Ctx) + ")"] = SizeOf(Type);
}

void TemplateSizes::addLoopsAround(llvm::ArrayRef<const VarDecl *> Names) {
  auto Visit = [&](auto &&Self, const Stmt *S) -> bool {
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
    bool Found = Ref && llvm::is_contained(Names, Ref->getDecl());
    if (S)
      for (const Stmt *Child : S->children())
        Found |= Self(Self, Child);
    if (const auto *For = dyn_cast_or_null<ForStmt>(S); For && Found) {
      add(For->getInit());
      add(For->getCond());
      add(For->getInc());
    }
    return Found;
  };
  Visit(Visit, Function.getBody());
}

/// The arguments that all instantiations of this file give the parameters of
/// \p Of, the template that the function or its class is made from.
llvm::SmallVector<const TemplateArgumentList *, 4>
TemplateSizes::argumentsOf(const Decl &Of) const {
  llvm::SmallVector<const TemplateArgumentList *, 4> Out;
  const FunctionTemplateDecl *Template = Function.getPrimaryTemplate();
  if (isa<FunctionDecl, FunctionTemplateDecl>(Of)) {
    if (Template)
      for (const FunctionDecl *F : Template->specializations())
        if (F->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
          Out.push_back(F->getTemplateSpecializationArgs());
  } else if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(
                 Function.getDeclContext())) {
    for (const ClassTemplateSpecializationDecl *C :
         Class->getSpecializedTemplate()->specializations())
      if (C->getSpecializationKind() != TSK_ExplicitSpecialization &&
          C->getSpecializedTemplateOrPartial() ==
              Class->getSpecializedTemplateOrPartial())
        Out.push_back(&C->getTemplateInstantiationArgs());
  }
  return Out;
}

void TemplateSizes::note(const SubstNonTypeTemplateParmExpr &E) {
  const NonTypeTemplateParmDecl *Parameter = E.getParameter();
  if (Parameters.count({Parameter->getDepth(), E.getIndex()}))
    return;
  bool WasWhole = std::exchange(IsWhole, false);
  if (Parameter->isParameterPack() || !Parameter->getIdentifier())
    return;
  auto Spelled = [&](const TemplateArgument &Argument) {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    Argument.print(Ctx.getPrintingPolicy(), OS, /*IncludeType=*/false);
    return Out;
  };
  std::string Value;
  for (const TemplateArgumentList *List : argumentsOf(*E.getAssociatedDecl())) {
    if (E.getIndex() >= List->size() ||
        List->get(E.getIndex()).getKind() != TemplateArgument::Integral)
      return;
    std::string Other = Spelled(List->get(E.getIndex()));
    if (!Value.empty() && Other != Value)
      return; // the text is right for both
    Value = std::move(Other);
  }
  if (Value.empty())
    return;
  Parameters[{Parameter->getDepth(), E.getIndex()}] = {
      Parameter->getNameAsString(), Value};
  IsWhole = WasWhole;
}

/// `Traits::BM`, where Traits is a parameter.
void TemplateSizes::note(const DeclRefExpr &Member) {
  std::optional<std::string> Spelled = Text.text(&Member);
  std::optional<int64_t> Value = constantValue(&Member, Ctx);
  const FunctionTemplateDecl *Template = Function.getPrimaryTemplate();
  if (!Spelled || !Value || !Template || argumentsOf(*Template).size() != 1 ||
      llvm::none_of(*Template->getTemplateParameters(),
                    [&](const NamedDecl *Parameter) {
                      StringRef Rest = *Spelled;
                      return isa<TemplateTypeParmDecl>(Parameter) &&
                             Parameter->getIdentifier() &&
                             Rest.consume_front(Parameter->getName()) &&
                             Rest.starts_with("::");
                    }))
    return;
  Members[*Spelled] = std::to_string(*Value);
}

/// \p Ref names \p D, a constant that stands under an #if which is not around
/// the function: `constexpr int BM = 128;`, `enum { BK = 8 };`.
void TemplateSizes::noteChosen(const DeclRefExpr &Ref, const ValueDecl &D) {
  const SourceManager &SM = Ctx.getSourceManager();
  const auto *Var = dyn_cast<VarDecl>(&D);
  if (Var && (isa<ParmVarDecl>(Var) || !Var->getAnyInitializer() ||
              Var->getAnyInitializer()->isValueDependent()))
    return;
  if (SM.isInSystemHeader(D.getLocation()) || !Chosen.insert(&D).second ||
      !isUnderOtherIf(D.getLocation(), Function, Text, Ctx))
    return;
  // Of an array or the like, the size is.
  if (Var && !Var->getType()->isIntegralOrEnumerationType() &&
      !Var->getType()->isFloatingType())
    return;
  if (Var && Var->hasLocalStorage() && !Var->isUsableInConstantExpressions(Ctx))
    return;
  noteValue(Ref);
}

/// The text relies on the value of \p E, if it has one.
void TemplateSizes::noteValue(const Expr &E) {
  std::optional<int64_t> Value = constantValue(&E, Ctx);
  if (!Value)
    return;
  std::string Name = Text.text(&E).value_or("");
  const auto *Ref = dyn_cast<DeclRefExpr>(&E);
  const bool IsElsewhere =
      Ref && Text.file() !=
                 Ctx.getSourceManager().getFileID(
                     Ctx.getSourceManager().getExpansionLoc(E.getBeginLoc()));
  if (Ref && (Name.empty() || IsElsewhere || E.getBeginLoc().isMacroID()))
    Name = Ref->getDecl()->getQualifiedNameAsString();
  const auto *Local = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (Local && !Local->hasLocalStorage())
    Local = nullptr;
  if (Name.empty() || Name.find('(') == 0 || Name.find("(anonymous") == 0 ||
      (Local && !isAtTop(*Local))) {
    OtherMacro = Name.empty() ? "?" : Name;
    return;
  }
  if (Ref && E.getType()->isScopedEnumeralType())
    Name = "int(" + Name + ")";
  MacroSizes[Name] = std::to_string(*Value);
}

/// \p Local is seen in all of the function.
bool TemplateSizes::isAtTop(const VarDecl &Local) const {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Function.getBody());
  return Body && llvm::any_of(Body->body(), [&](const Stmt *S) {
           const auto *Decls = dyn_cast<DeclStmt>(S);
           return Decls && llvm::is_contained(Decls->decls(), &Local);
         });
}

/// The macros that spell \p S, if they have definitions that were not read.
void TemplateSizes::noteMacros(const Stmt &S) {
  const SourceManager &SM = Ctx.getSourceManager();
  for (SourceLocation Loc = S.getBeginLoc(); Loc.isMacroID();
       Loc = SM.getImmediateMacroCallerLoc(Loc)) {
    if (SM.isMacroArgExpansion(Loc))
      continue;
    const std::string Name =
        Lexer::getImmediateMacroName(Loc, SM, Ctx.getLangOpts()).str();
    if (!Macros)
      Macros = std::make_shared<const MacroTable>(Ctx);
    llvm::ArrayRef<MacroDefinition> All = Macros->definitions(Name);
    if (MacroSizes.count(Name) || !Macros->mayBeOther(Name))
      continue;
    const auto *E = dyn_cast<Expr>(&S);
    bool IsWhole = isa<IntegerLiteral>(S) &&
                   llvm::any_of(All, [](const MacroDefinition &D) {
                     return D.IsRead && D.Body.size() == 1;
                   });
    SourceLocation Begin = S.getBeginLoc(), End = S.getEndLoc();
    IsWhole |= Loc == Begin && End.isMacroID() &&
               Lexer::isAtStartOfMacroExpansion(Begin, SM, Ctx.getLangOpts()) &&
               Lexer::isAtEndOfMacroExpansion(End, SM, Ctx.getLangOpts());
    std::optional<int64_t> Value =
        E && IsWhole ? constantValue(E, Ctx) : std::nullopt;
    // Of what the command line says beside numbers, there is no other text.
    if (Value)
      MacroSizes[Name] = std::to_string(*Value);
    else if (llvm::any_of(All,
                          [](const MacroDefinition &D) { return !D.IsRead; }))
      OtherMacro = Name;
  }
}

std::vector<std::string> TemplateSizes::terms() const {
  std::vector<std::string> Terms;
  for (const auto &[Place, Of] : Parameters)
    Terms.push_back(Of.second == "true"    ? Of.first
                    : Of.second == "false" ? "!" + Of.first
                                           : Of.first + " == " + Of.second);
  for (const auto &[Name, Value] : MacroSizes)
    Terms.push_back(Name + " == " + Value);
  for (const auto &[Name, Value] : Members)
    Terms.push_back(Name + " == " + Value);
  return Terms;
}

std::vector<std::string>
TemplateSizes::otherTerms(llvm::ArrayRef<std::string> Said) const {
  std::vector<std::string> Terms;
  for (const auto &[Name, Value] : MacroSizes)
    if (std::string Term = Name + " == " + Value;
        !llvm::is_contained(Said, Term))
      Terms.push_back(std::move(Term));
  return Terms;
}

bool dependsOnConfiguration(const Expr &E, const FunctionDecl &Kernel,
                            const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceText Text(SM.getFileID(SM.getExpansionLoc(Kernel.getLocation())),
                        Ctx);
  TemplateSizes Sizes(Kernel, Text, Ctx);
  Sizes.add(&E);
  return Sizes.relyOnMacros();
}

std::string assertSizes(const TemplateSizes &Sizes, StringRef What,
                        const std::string &Indent, const LineLayout &Lines) {
  return assertTerms(Sizes.terms(), What, Indent, Lines);
}

std::string assertTerms(const std::vector<std::string> &Terms, StringRef What,
                        const std::string &Indent, const LineLayout &Lines) {
  if (Terms.empty())
    return "";
  bool IsOne = Terms.size() == 1;
  return Indent +
         Lines.call(Indent, "static_assert",
                    {llvm::join(Terms, " && "),
                     "\"" + What.str() +
                         (IsOne ? " for this size" : " for these sizes") +
                         "\""}) +
         ";\n";
}

} // namespace cudapipe
