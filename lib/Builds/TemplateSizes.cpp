//===- TemplateSizes.cpp - Numbers of one instantiation -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   Numbers of one instantiation
//   What instantiations are given
//   Pointers that are arguments of a template
//
//===----------------------------------------------------------------------===//

#include "TemplateSizes.h"
#include "HiddenFunctions.h"
#include "OtherTypes.h"
#include "Rewrite/Spelling.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "cudapipe/Analyze/TripCount.h"
#include "cudapipe/Builds/Configurations.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

//===- Numbers of one instantiation -------------------------------------===//

/// Goes through what is called and where members are made, for macros in
/// numbers: `constexpr int bm() { return TILE_M; }`, `struct Sizes { int bm =
/// TILE_M; };`. What templates are given is the caller's.
class TemplateSizes::Callees : public DynamicRecursiveASTVisitor {
public:
  explicit Callees(TemplateSizes &Out) : Out(Out) {
    ShouldVisitImplicitCode = true;
  }

  void addFunction(const FunctionDecl &F) {
    const FunctionDecl *Body = F.getDefinition();
    if (Body && !isLibraryFunction(*Body, Out.Ctx) &&
        Out.Entered.insert(Body).second)
      TraverseDecl(const_cast<FunctionDecl *>(Body));
  }
  void addClass(const CXXRecordDecl *Class) {
    Class = Class ? Class->getDefinition() : nullptr;
    if (!Class || !Out.Entered.insert(Class).second ||
        Out.Ctx.getSourceManager().isInSystemHeader(Class->getLocation()))
      return;
    if (const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Class)) {
      for (NamedDecl *Param :
           *Made->getSpecializedTemplate()->getTemplateParameters())
        TraverseDecl(Param);
      addClass(Made->getTemplateInstantiationPattern());
    }
    for (const CXXBaseSpecifier &Base : Class->bases()) {
      if (const TypeSourceInfo *Info = Base.getTypeSourceInfo())
        TraverseTypeLoc(Info->getTypeLoc());
      addClass(Base.getType()->getAsCXXRecordDecl());
    }
    for (Decl *D : Class->decls())
      if (isa<FieldDecl, VarDecl, EnumDecl>(D))
        TraverseDecl(D);
      else if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(D))
        addFunction(*Constructor);
  }

  bool VisitExpr(Expr *E) override {
    if (!E->isTypeDependent() && !E->isValueDependent() &&
        !E->getType().isNull() && E->getType()->isIntegralOrEnumerationType() &&
        constantValue(E, Out.Ctx))
      Out.noteMacros(*E);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      addFunction(*Callee);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && !Var->hasLocalStorage() && Out.Entered.insert(Var).second)
      TraverseDecl(const_cast<VarDecl *>(Var));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) override {
    addClass(Construct->getConstructor()->getParent());
    return true;
  }

private:
  TemplateSizes &Out;
};

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
    return !Out.IsTemplate || E->getType().isNull() ||
           !isNumberByType(*E, Ctx()) || unnamed();
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
    if (const auto *Class = dyn_cast<CXXRecordDecl>(
            Ref->getDecl()->getDeclContext()->getNonTransparentContext()))
      Callees(Out).addClass(Class);
    if (const NestedNameSpecifier Of = Ref->getQualifier();
        Of.getKind() == NestedNameSpecifier::Kind::Type)
      Callees(Out).addClass(Of.getAsType()->getAsCXXRecordDecl());
    if (const auto *Made =
            dyn_cast<VarTemplateSpecializationDecl>(Ref->getDecl())) {
      for (NamedDecl *Param :
           *Made->getSpecializedTemplate()->getTemplateParameters())
        Callees(Out).TraverseDecl(Param);
      Callees(Out).TraverseStmt(const_cast<Expr *>(Made->getAnyInitializer()));
    }
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
    const FunctionDecl *Callee = knownCallee(*Call);
    const FunctionDecl *Body = Callee ? Callee->getDefinition() : nullptr;
    if (Callee && Callee->isConstexpr() && Callee->getPrimaryTemplate() &&
        llvm::any_of(Call->arguments(), [](const Expr *Argument) {
          return dependsOnArgument(Argument->getType());
        }))
      unnamed();
    if (Body && !isLibraryFunction(*Body, Out.Ctx) &&
        !HiddenFunctions(Out.Function, Out.Text, Out.Ctx).isWhole(*Body))
      Out.noteValue(*Call);
    if (const FunctionDecl *Called = Callee ? Callee : Call->getDirectCallee())
      Callees(Out).addFunction(*Called);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) override {
    Callees(Out).addClass(Construct->getConstructor()->getParent());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *List) override {
    Callees(Out).addClass(List->getType()->getAsCXXRecordDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *Member) override {
    Callees(Out).addClass(
        dyn_cast<CXXRecordDecl>(Member->getMemberDecl()->getDeclContext()));
    return true;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *Argument) override {
    TraverseStmt(Argument->getExpr());
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
    const MacroTable &Macros = MacroTable::at(Loc, Ctx);
    llvm::ArrayRef<DefinedMacro> All = Macros.definitions(Name);
    // Each architecture is a build.
    if (MacroSizes.count(Name) ||
        (!Macros.mayBeOther(Name) && Name != "__CUDA_ARCH__"))
      continue;
    const auto *E = dyn_cast<Expr>(&S);
    SourceLocation Begin = S.getBeginLoc(), End = S.getEndLoc();
    // `BK + PAD` is that of neither: its operands are asked for themselves.
    const SourceLocation Expansion =
        SM.getImmediateExpansionRange(Loc).getBegin();
    auto EndsHere = [&] {
      for (SourceLocation At = End; At.isMacroID();
           At = SM.getImmediateMacroCallerLoc(At))
        if (SM.getImmediateExpansionRange(At).getBegin() == Expansion)
          return true;
      return false;
    };
    if (!EndsHere() && llvm::any_of(S.children(), [&](const Stmt *Child) {
          return Child && Child->getBeginLoc() == Begin;
        }))
      continue;
    bool IsWhole =
        isa<IntegerLiteral>(S) && llvm::any_of(All, [](const DefinedMacro &D) {
          return D.IsRead && D.Body.size() == 1;
        });
    // It may stand in the middle of what another macro spells.
    IsWhole |= Loc == Begin && End.isMacroID() &&
               SM.getImmediateExpansionRange(End).getBegin() == Expansion &&
               SM.isAtStartOfImmediateMacroExpansion(Begin) &&
               SM.isAtEndOfImmediateMacroExpansion(
                   End.getLocWithOffset(Lexer::MeasureTokenLength(
                       SM.getSpellingLoc(End), SM, Ctx.getLangOpts())));
    std::optional<int64_t> Value =
        E && IsWhole ? constantValue(E, Ctx) : std::nullopt;
    // Of what the command line says beside numbers, there is no other text.
    if (Value)
      MacroSizes[Name] = std::to_string(*Value);
    else if (llvm::any_of(All, [](const DefinedMacro &D) { return !D.IsRead; }))
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

bool dependsOnConfiguration(const Stmt &S, const FunctionDecl &Kernel,
                            const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceText Text(SM.getFileID(SM.getExpansionLoc(Kernel.getLocation())),
                        Ctx);
  TemplateSizes Sizes(Kernel, Text, Ctx);
  Sizes.add(&S);
  return Sizes.relyOnMacros();
}

bool dependsOnConfiguration(const VarDecl &Array, const FunctionDecl &Kernel,
                            const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceText Text(SM.getFileID(SM.getExpansionLoc(Kernel.getLocation())),
                        Ctx);
  TemplateSizes Sizes(Kernel, Text, Ctx);
  Sizes.add(Array);
  return Sizes.relyOnMacros();
}

llvm::StringRef withoutParens(llvm::StringRef Text) {
  unsigned Depth = 0;
  for (auto [I, C] : llvm::enumerate(Text)) {
    Depth += C == '(';
    if (C == ')' && --Depth == 0)
      return I + 1 == Text.size() && Text.front() == '('
                 ? Text.drop_front().drop_back()
                 : Text;
  }
  return Text;
}

std::string allOf(const std::vector<std::string> &Terms) {
  return Terms.size() == 1 ? withoutParens(Terms.front()).str()
                           : llvm::join(Terms, " && ");
}

//===- What instantiations are given ------------------------------------===//

/// \p D belongs to an instantiation of a template: a member, at any depth, or
/// a variable template's.
bool TemplateSizes::isOfTemplate(const ValueDecl &D) {
  if (isa<VarTemplateSpecializationDecl>(D))
    return true;
  for (const DeclContext *In = D.getDeclContext()->getNonTransparentContext();
       In->isRecord(); In = In->getParent())
    if (isa<ClassTemplateSpecializationDecl>(In))
      return true;
  return false;
}

/// The arguments that all instantiations of this file give the parameters of
/// \p Of, the template that the function or its class is made from.
llvm::SmallVector<const TemplateArgumentList *, 4>
TemplateSizes::argumentsOf(const Decl &Of) const {
  llvm::SmallVector<const TemplateArgumentList *, 4> Out;
  const FunctionTemplateDecl *Template = Function.getPrimaryTemplate();
  if (isa<FunctionDecl, FunctionTemplateDecl>(Of)) {
    const auto *Of1 = dyn_cast<FunctionDecl>(&Of);
    const FunctionTemplateDecl *Its =
        Of1 ? Of1->getPrimaryTemplate() : cast<FunctionTemplateDecl>(&Of);
    if (Template && Its &&
        Its->getCanonicalDecl() == Template->getCanonicalDecl())
      for (const FunctionDecl *F : Template->specializations())
        if (F->getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
          Out.push_back(F->getTemplateSpecializationArgs());
  } else if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(
                 Function.getDeclContext())) {
    const auto *Its = dyn_cast<ClassTemplateSpecializationDecl>(&Of);
    const Decl *Own = Class->getSpecializedTemplate()->getCanonicalDecl();
    if (Own != (Its ? Its->getSpecializedTemplate()->getCanonicalDecl()
                    : Of.getCanonicalDecl()))
      return Out;
    for (const ClassTemplateSpecializationDecl *C :
         Class->getSpecializedTemplate()->specializations())
      if (C->getSpecializationKind() != TSK_ExplicitSpecialization &&
          C->getSpecializedTemplateOrPartial() ==
              Class->getSpecializedTemplateOrPartial())
        Out.push_back(&C->getTemplateInstantiationArgs());
  }
  return Out;
}

/// Notes a number, \p Name, of what the parameter at \p Key of \p Of is given;
/// false if it is not known of all instantiations.
bool TemplateSizes::note(const Decl &Of, SizeParameterKey Key, StringRef Name,
                         ValueOf Value) {
  SizeParameter Out = {Name.str(), {}};
  const unsigned Index = std::get<1>(Key);
  for (const TemplateArgumentList *List : argumentsOf(Of)) {
    Out.Values.push_back(Index < List->size() ? Value(List->get(Index)) : "");
    if (Out.Values.back().empty())
      return false;
  }
  if (Out.Values.empty())
    return false;
  Parameters[std::move(Key)] = std::move(Out);
  return true;
}

/// `128`, `true`, `Mode::Fast`; nothing if it is no such.
static std::string spelled(const TemplateArgument &Argument,
                           const ASTContext &Ctx) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  if (Argument.getKind() == TemplateArgument::Integral)
    Argument.print(Ctx.getPrintingPolicy(), OS, /*IncludeType=*/false);
  return Out;
}

void TemplateSizes::note(const SubstNonTypeTemplateParmExpr &E) {
  const NonTypeTemplateParmDecl *Parameter = E.getParameter();
  IsWhole &=
      !Parameter->isParameterPack() && Parameter->getIdentifier() &&
      note(*E.getAssociatedDecl(), {Parameter->getDepth(), E.getIndex(), ""},
           Parameter->getName(), [&](const TemplateArgument &Argument) {
             return spelled(Argument, Ctx);
           });
}

/// What \p Var is in \p Function, another instantiation.
static const VarDecl *sameIn(const FunctionDecl &Function, const VarDecl &Var) {
  struct Finder : DynamicRecursiveASTVisitor {
    SourceLocation At;
    const VarDecl *Found = nullptr;
    bool VisitVarDecl(VarDecl *V) override {
      if (V->getLocation() == At)
        Found = V;
      return !Found;
    }
  } F;
  F.At = Var.getLocation();
  F.TraverseDecl(const_cast<FunctionDecl *>(&Function));
  return F.Found;
}

/// The size of the elements of \p Tile, by \p Name: a parameter of the template
/// has a part in their type.
void TemplateSizes::noteElement(const VarDecl &Tile, StringRef Name) {
  const FunctionTemplateDecl *Template = Function.getPrimaryTemplate();
  if (!Template) {
    Members[Name.str()] = sizeOf(namedElement(Tile, Ctx), Ctx);
    return;
  }
  SizeParameter Out = {Name.str(), {}};
  for (const FunctionDecl *F : Template->specializations()) {
    if (F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
      continue;
    const VarDecl *Its = sameIn(*F, Tile);
    Out.Values.push_back(Its ? sizeOf(namedElement(*Its, Ctx), Ctx) : "");
    IsWhole &= !Out.Values.back().empty();
  }
  const TemplateParameterList &All = *Template->getTemplateParameters();
  if (IsWhole)
    Parameters[{All.getDepth(), All.size(), Out.Name}] = std::move(Out);
}

/// What \p Class names \p Member, as a number; or nothing.
static std::string memberOf(const CXXRecordDecl *Class, StringRef Member,
                            const ASTContext &Ctx) {
  if (!Class)
    return "";
  for (const NamedDecl *D : Class->lookup(&Ctx.Idents.get(Member)))
    if (const auto *Number = dyn_cast<EnumConstantDecl>(D)) {
      return llvm::toString(Number->getInitVal(), 10);
    } else if (const auto *Var = dyn_cast<VarDecl>(D)) {
      std::optional<int64_t> Value =
          constantValue(Var->getAnyInitializer(), Ctx);
      return Value ? std::to_string(*Value) : "";
    }
  return "";
}

/// The qualifier of \p Ref names a type that is a template parameter.
static bool isChosenByType(const DeclRefExpr &Ref) {
  struct Finder : DynamicRecursiveASTVisitor {
    bool Found = false;
    bool VisitSubstTemplateTypeParmType(SubstTemplateTypeParmType *) override {
      Found = true;
      return false;
    }
  } F;
  F.TraverseNestedNameSpecifierLoc(Ref.getQualifierLoc());
  return F.Found;
}

/// \p Ref names a constant of a class that a template parameter chooses:
/// `Traits::BM`, where Traits is one, or `Config<BM>::Half`.
void TemplateSizes::noteMember(const DeclRefExpr &Ref) {
  std::optional<int64_t> Own = constantValue(&Ref, Ctx);
  const FunctionTemplateDecl *Template = Function.getPrimaryTemplate();
  // Its arguments are spelled here.
  if (!IsTemplate || isa<VarTemplateSpecializationDecl>(Ref.getDecl()))
    return;
  const std::string Spelled = Text.text(&Ref).value_or("");
  if (Template)
    for (const NamedDecl *D : *Template->getTemplateParameters()) {
      const auto *Type = dyn_cast<TemplateTypeParmDecl>(D);
      StringRef Member = Spelled;
      if (!Own || !Type || !Type->getIdentifier() ||
          !Member.consume_front(Type->getName()) || !Member.consume_front("::"))
        continue;
      const TemplateArgument &OwnType =
          Function.getTemplateSpecializationArgs()->get(Type->getIndex());
      IsWhole &= note(
          *Template, {Type->getDepth(), Type->getIndex(), Spelled}, Spelled,
          [&](const TemplateArgument &Argument) {
            if (&Argument == &OwnType)
              return std::to_string(*Own);
            return Argument.getKind() == TemplateArgument::Type
                       ? memberOf(Argument.getAsType()->getAsCXXRecordDecl(),
                                  Member, Ctx)
                       : "";
          });
      return;
    }
  // Any of the numbers may have chosen it.
  if (!isOfTemplate(*Ref.getDecl()) && !isChosenByType(Ref))
    return;
  if (Template)
    noteAll(*Template, *Template->getTemplateParameters());
  if (const auto *Class =
          dyn_cast<ClassTemplateSpecializationDecl>(Function.getDeclContext()))
    noteAll(*Class, *Class->getSpecializedTemplate()->getTemplateParameters());
}

void TemplateSizes::noteAll(const Decl &Of, const TemplateParameterList &All) {
  for (auto [Index, D] : llvm::enumerate(All)) {
    const auto *Number = dyn_cast<NonTypeTemplateParmDecl>(D);
    IsWhole &= Number && !Number->isParameterPack() &&
               Number->getIdentifier() &&
               note(Of, {Number->getDepth(), Index, ""}, Number->getName(),
                    [&](const TemplateArgument &Argument) {
                      return spelled(Argument, Ctx);
                    });
  }
}

//===- Pointers that are arguments of a template ------------------------===//
//   template <typename Input> __global__ void sum(Input A, ...) {
//     __shared__ float tile[64];
//     tile[t] = A[k + t];          a copy, for all that Input is in this file:
//
//   constexpr bool async_copies =
//       std::is_convertible<Input, const float *>::value;

/// What \p Argument, of a template, is a pointer to; or the member \p Member of
/// it, if there is one.
static QualType pointee(QualType Argument, const MemberExpr *Member) {
  if (Member) {
    const auto *Class = Argument->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition())
      return QualType();
    Argument = QualType();
    for (const FieldDecl *Field : Class->fields())
      if (Field->getDeclName() == Member->getMemberDecl()->getDeclName())
        Argument = Field->getType();
  }
  return Argument.isNull() ? Argument : Argument->getPointeeType();
}

void TemplateSizes::addType(const HiddenChoice &Choice) {
  if (!IsTemplate || !Choice)
    return;
  const auto *Member =
      Choice.By == Choice.Pointer ? nullptr : cast<MemberExpr>(Choice.Pointer);
  const auto *Base = dyn_cast<DeclRefExpr>(Choice.By);
  const auto *Parameter =
      Choice.By->getType()->getAs<SubstTemplateTypeParmType>();
  const IdentifierInfo *Name =
      Parameter->getReplacedParameter()->getIdentifier();
  const QualType Own =
      Choice.Pointer->getType()->getPointeeType().getUnqualifiedType();
  // What a parameter of the kernel is can be said in front of the loop.
  const bool IsNamed =
      Member ? Base && isa<ParmVarDecl>(Base->getDecl()) : Name != nullptr;
  bool IsOne = IsNamed;
  for (const TemplateArgumentList *List :
       argumentsOf(*Parameter->getAssociatedDecl())) {
    const TemplateArgument &Argument = List->get(Parameter->getIndex());
    QualType Its = Argument.getKind() == TemplateArgument::Type
                       ? pointee(Argument.getAsType(), Member)
                       : QualType();
    IsOne &= !Its.isNull() && Ctx.hasSameUnqualifiedType(Its, Own);
  }
  if (!IsOne) {
    IsWhole = false;
    return;
  }
  const std::string Pointer =
      Member ? "decltype(" + Text.text(Member).value_or("") + ")"
             : Name->getName().str();
  const std::string Term = "std::is_convertible<" + Pointer + ", const " +
                           spelled(Own, Ctx) + " *>::value";
  Parameters[{Parameter->getReplacedParameter()->getDepth(),
              Parameter->getIndex(), Term}] = {Term, {"true"}};
}

} // namespace cudapipe
