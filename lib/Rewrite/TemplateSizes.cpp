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
#include "cudapipe/Analyze/TemplateTypes.h"
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
  bool VisitExpr(Expr *E) override {
    return !Out.IsTemplate || !isNumberByType(*E, Ctx()) || unnamed();
  }
  bool VisitSizeOfPackExpr(SizeOfPackExpr *) override { return unnamed(); }
  bool VisitSubstNonTypeTemplateParmPackExpr(
      SubstNonTypeTemplateParmPackExpr *) override {
    return unnamed();
  }
  bool VisitPackIndexingExpr(PackIndexingExpr *) override { return unnamed(); }
  bool VisitConceptSpecializationExpr(ConceptSpecializationExpr *) override {
    return unnamed();
  }
  bool VisitRequiresExpr(RequiresExpr *) override { return unnamed(); }
  bool VisitTypeTraitExpr(TypeTraitExpr *E) override {
    return !llvm::any_of(E->getArgs(), [](const TypeSourceInfo *Type) {
      return dependsOnArgument(Type->getType());
    }) || unnamed();
  }
  bool VisitTypedefType(TypedefType *Type) override {
    if (Type->isArrayType() && dependsOnArgument(QualType(Type, 0)))
      unnamed();
    const TypedefNameDecl *D = Type->getDecl();
    if (!Ctx().getSourceManager().isInSystemHeader(D->getLocation()) &&
        Types.insert(D).second && D->getTypeSourceInfo())
      TraverseTypeLoc(D->getTypeSourceInfo()->getTypeLoc());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    // What a template starts its members with has its own parameters.
    const bool IsOfTemplate = isOfTemplate(*Ref->getDecl());
    for (const TemplateArgumentLoc &Argument : Ref->template_arguments())
      if (isNumber(*Ref->getDecl()) && !isNamed(Argument.getArgument()))
        unnamed();
    if (Ref->hasQualifier() || IsOfTemplate)
      Out.noteMember(*Ref);
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
    Out.noteSizeOf(*E);
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
    if (Callee && Callee->isConstexpr() && Callee->getPrimaryTemplate() &&
        llvm::any_of(Call->arguments(), [](const Expr *Argument) {
          return dependsOnArgument(Argument->getType());
        }))
      unnamed();
    if (Body && !isLibraryFunction(*Body, Out.Ctx) &&
        !HiddenFunctions(Out.Function, Out.Text, Out.Ctx).isWhole(*Body))
      Out.noteValue(*Call);
    return true;
  }

private:
  const ASTContext &Ctx() const { return Out.Ctx; }
  /// What is relied on has no name that all instantiations share.
  bool unnamed() {
    Out.IsWhole &= !Out.IsTemplate;
    return true;
  }
  static bool isNumber(const ValueDecl &D) {
    const auto *Called = dyn_cast<FunctionDecl>(&D);
    return !Called || Called->isConstexpr();
  }
  static bool isNamed(const TemplateArgument &Argument) {
    return Argument.getKind() == TemplateArgument::Type
               ? !dependsOnArgument(Argument.getAsType())
               : Argument.getKind() == TemplateArgument::Expression;
  }

  TemplateSizes &Out;
  llvm::SmallPtrSet<const TypedefNameDecl *, 4> Types;
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
  if (isa<ParmVarDecl>(Var) || !Seen.insert(&Var))
    return;
  // Of an array that a parameter is, all sizes are its own.
  for (QualType Type = Var.getType(); Type->isArrayType();
       Type = Ctx.getAsArrayType(Type)->getElementType())
    if (IsTemplate && Type->getAs<SubstTemplateTypeParmType>())
      IsWhole = false;
  Finder(*this).TraverseDecl(const_cast<VarDecl *>(&Var));
}

std::string sizeOf(QualType Type, const ASTContext &Ctx) {
  if (Type->isDependentType() || Type->isIncompleteType() ||
      Type->isFunctionType())
    return "";
  return std::to_string(Ctx.getTypeSizeInChars(Type).getQuantity());
}

/// The size of \p Type, a template parameter, by \p Name.
void TemplateSizes::noteSize(QualType Type, StringRef Name) {
  const auto *Parameter = Type->getAs<SubstTemplateTypeParmType>();
  IsWhole &= note(*Parameter->getAssociatedDecl(),
                  {Parameter->getReplacedParameter()->getDepth(),
                   Parameter->getIndex(), Name.str()},
                  Name, [&](const TemplateArgument &Argument) {
                    return Argument.getKind() == TemplateArgument::Type
                               ? sizeOf(Argument.getAsType(), Ctx)
                               : "";
                  });
}

void TemplateSizes::noteSizeOf(const UnaryExprOrTypeTraitExpr &E) {
  const QualType Type = Ctx.getBaseElementType(E.getTypeOfArgument());
  if (!IsTemplate || !dependsOnArgument(Type))
    return;
  const auto *Parameter = Type->getAs<SubstTemplateTypeParmType>();
  if (E.getKind() == UETT_SizeOf && Parameter &&
      Parameter->getReplacedParameter()->getIdentifier())
    noteSize(Type, "sizeof(" +
                       Parameter->getReplacedParameter()->getNameAsString() +
                       ")");
  else
    IsWhole = false;
}

void TemplateSizes::addTile(const VarDecl &Tile) {
  add(Tile);
  const QualType Type = namedElement(Tile, Ctx);
  if (!IsTemplate || !dependsOnArgument(Type)) {
    if (std::string Size = sizeOf(Type, Ctx);
        !Size.empty() && OtherTypes(Function, Text, Ctx).hasElementsOf(Tile))
      Members["sizeof(" + elementType(Tile, Text, Ctx) + ")"] = Size;
    return;
  }
  const std::string Name = "sizeof(" + elementType(Tile, Text, Ctx) + ")";
  if (Type->getAs<SubstTemplateTypeParmType>())
    noteSize(Type, Name);
  else
    noteElement(Tile, Name);
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

std::vector<std::string>
TemplateSizes::terms(llvm::ArrayRef<std::string> Said) const {
  std::vector<std::string> Terms = sizeTerms(Parameters);
  for (const auto *Map : {&MacroSizes, &Members})
    for (const auto &[Name, Value] : *Map)
      Terms.push_back(Name + " == " + Value);
  llvm::erase_if(Terms, [&](const std::string &Term) {
    return llvm::is_contained(Said, Term);
  });
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
  std::string Condition = llvm::join(Terms, " && ");
  const bool IsOne = Terms.size() == 1 && !Condition.starts_with("(");
  // What stands alone needs no parentheses.
  if (Terms.size() == 1 && !IsOne)
    Condition = Condition.substr(1, Condition.size() - 2);
  return Indent +
         Lines.call(Indent, "static_assert", Condition,
                    {"\"" + What.str() +
                     (IsOne ? " for this size" : " for these sizes") + "\""}) +
         ";\n";
}

} // namespace cudapipe
