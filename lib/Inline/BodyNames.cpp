//===- BodyNames.cpp - Names in a body that is to move --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyNames.h"
#include "TemplateText.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

struct BodyNames::Collector : DynamicRecursiveASTVisitor {
  explicit Collector(BodyNames &Out) : Out(Out) {}

  void use(const Decl *D, SourceLocation At) {
    Out.Uses[D->getCanonicalDecl()].push_back(At);
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    use(Ref->getDecl(), Ref->getLocation());
    return true;
  }
  bool VisitTemplateTypeParmTypeLoc(TemplateTypeParmTypeLoc Loc) override {
    use(Loc.getDecl(), Loc.getNameLoc());
    return true;
  }
  bool VisitNamedDecl(NamedDecl *D) override {
    Out.All.insert(D->getNameAsString());
    Out.Declared.insert(D->getCanonicalDecl());
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *Lookup) override {
    Out.Overloads.insert(Lookup->getName().getAsString());
    return true;
  }
  bool VisitVarDecl(VarDecl *Var) override {
    if (Var->isStaticLocal() || Var->hasExternalStorage())
      Out.Movable = false;
    return true;
  }
  bool VisitGotoStmt(GotoStmt *) override { return Out.Movable = false; }
  bool VisitLabelStmt(LabelStmt *) override { return Out.Movable = false; }
  bool VisitPredefinedExpr(PredefinedExpr *) override {
    return Out.Movable = false;
  }
  bool VisitSourceLocExpr(SourceLocExpr *) override {
    return Out.Movable = false;
  }

  BodyNames &Out;
};

BodyNames::BodyNames(const CompoundStmt &Body) {
  Collector(*this).TraverseStmt(const_cast<CompoundStmt *>(&Body));
  for (const Stmt *S : Body.body())
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls())
        if (const auto *Named = dyn_cast<NamedDecl>(D))
          Outermost.insert(Named->getNameAsString());
}

llvm::ArrayRef<SourceLocation> BodyNames::usesOf(const NamedDecl &Var) const {
  auto It = Uses.find(Var.getCanonicalDecl());
  if (It == Uses.end())
    return {};
  return It->second;
}

NameSet BodyNames::outside() const {
  NameSet Out = Overloads;
  for (const auto &Entry : Uses)
    if (!Declared.count(Entry.first))
      Out.insert(cast<NamedDecl>(Entry.first)->getNameAsString());
  return Out;
}

NameUses::NameUses(const FunctionDecl &Function, const VarDecl &Var) {
  struct Visitor : DynamicRecursiveASTVisitor {
    Visitor(NameUses &Out, const VarDecl &Var) : Out(Out), Var(Var) {}
    bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
      Out.Count += Ref->getDecl() == &Var;
      return true;
    }
    bool VisitDeclStmt(DeclStmt *S) override {
      for (const Decl *D : S->decls())
        if (D == &Var)
          Out.Declaration = S;
      return true;
    }
    NameUses &Out;
    const VarDecl &Var;
  };
  Visitor(*this, Var).TraverseStmt(Function.getBody());
}

std::multimap<std::string, SourceLocation>
declarationsOf(const FunctionDecl &Function) {
  std::multimap<std::string, SourceLocation> Out;
  struct Visitor : DynamicRecursiveASTVisitor {
    explicit Visitor(std::multimap<std::string, SourceLocation> &Out)
        : Out(Out) {}
    bool VisitNamedDecl(NamedDecl *D) override {
      Out.emplace(D->getNameAsString(), D->getLocation());
      return true;
    }
    std::multimap<std::string, SourceLocation> &Out;
  };
  Visitor(Out).TraverseStmt(Function.getBody());
  for (const ParmVarDecl *Param : Function.parameters())
    Out.emplace(Param->getNameAsString(), Param->getLocation());
  const FunctionDecl *Pattern = Function.getTemplateInstantiationPattern();
  if (const FunctionTemplateDecl *Template =
          (Pattern ? Pattern : &Function)->getDescribedFunctionTemplate())
    for (const NamedDecl *Param : *Template->getTemplateParameters())
      Out.emplace(Param->getNameAsString(), Param->getLocation());
  return Out;
}

bool mayChange(const Stmt *S, const VarDecl *Var) {
  struct Visitor : DynamicRecursiveASTVisitor {
    explicit Visitor(const VarDecl *Var) : Var(Var) {}
    /// \p E is the variable or a part of it.
    bool isVar(const Expr *E) const {
      E = E->IgnoreParens();
      // (int &)x; what is const from there on is only read.
      if (const auto *Cast = dyn_cast<CastExpr>(E))
        return Cast->isGLValue() && !Cast->getType().isConstQualified() &&
               isVar(Cast->getSubExpr());
      if (const auto *Member = dyn_cast<MemberExpr>(E))
        return !Member->isArrow() && isVar(Member->getBase());
      if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
        const Expr *Base = Element->getBase()->IgnoreParenImpCasts();
        return Base->getType()->isArrayType() && isVar(Base);
      }
      if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
        return isVar(Choice->getTrueExpr()) || isVar(Choice->getFalseExpr());
      if (const auto *Op = dyn_cast<BinaryOperator>(E))
        return Op->getOpcode() == BO_Comma && isVar(Op->getRHS());
      const auto *Ref = dyn_cast<DeclRefExpr>(E);
      return Ref && Ref->getDecl() == Var;
    }
    bool VisitBinaryOperator(BinaryOperator *Op) override {
      return go(!Op->isAssignmentOp() || !isVar(Op->getLHS()));
    }
    bool VisitUnaryOperator(UnaryOperator *Op) override {
      return go(
          (!Op->isIncrementDecrementOp() && Op->getOpcode() != UO_AddrOf) ||
          !isVar(Op->getSubExpr()));
    }
    /// A member function that leaves its object alone.
    static bool isConst(const FunctionDecl *Callee) {
      const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
      return Method && Method->isConst() &&
             !Method->getParent()->hasMutableFields() &&
             !Method->getReturnType()->isReferenceType();
    }
    // Passed on as it is: to a reference, or who knows in a template.
    bool VisitCallExpr(CallExpr *Call) override {
      bool SkipsObject =
          isa<CXXOperatorCallExpr>(Call) && isConst(Call->getDirectCallee());
      return go(llvm::none_of(llvm::drop_begin(Call->arguments(), SkipsObject),
                              [&](const Expr *Arg) {
                                return isVar(Arg) &&
                                       !Var->getType()->isArrayType();
                              }));
    }
    bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) override {
      return go(isConst(Call->getMethodDecl()) ||
                !isVar(Call->getImplicitObjectArgument()));
    }
    bool VisitCXXConstructExpr(CXXConstructExpr *Call) override {
      return go(llvm::none_of(Call->arguments(), [&](const Expr *Arg) {
        return isVar(Arg) && !Arg->getType().isConstQualified();
      }));
    }
    // A member that is a reference.
    bool VisitInitListExpr(InitListExpr *List) override {
      return go(llvm::none_of(List->inits(), [&](const Expr *Init) {
        return Init->isGLValue() && isVar(Init);
      }));
    }
    bool VisitGCCAsmStmt(GCCAsmStmt *Asm) override {
      return go(llvm::none_of(Asm->outputs(),
                              [&](const Expr *Out) { return isVar(Out); }));
    }
    bool VisitVarDecl(VarDecl *Bound) override {
      return go(!Bound->getType()->isReferenceType() || !Bound->getInit() ||
                !isVar(Bound->getInit()));
    }
    bool go(bool Fine) {
      Changes |= !Fine;
      return Fine;
    }
    const VarDecl *Var;
    bool Changes = false;
  };
  Visitor V(Var);
  V.TraverseStmt(const_cast<Stmt *>(S));
  return V.Changes;
}

bool isHiddenFrom(const FunctionDecl &Kernel, const FunctionDecl &Function,
                  const NameSet &Names) {
  ASTContext &Ctx = Kernel.getASTContext();
  // Overloads that the function does not see, and the kernel does.
  const SourceManager &SM = Ctx.getSourceManager();
  for (const DeclContext *Around = Kernel.getDeclContext(); Around;
       Around = Around->getParent())
    for (const std::string &Name : Names)
      for (const NamedDecl *D :
           Around->lookup(DeclarationName(&Ctx.Idents.get(Name))))
        if (isa<FunctionDecl, FunctionTemplateDecl>(D) &&
            SM.isBeforeInTranslationUnit(Function.getLocation(),
                                         D->getLocation()) &&
            SM.isBeforeInTranslationUnit(D->getLocation(),
                                         Kernel.getLocation()))
          return true;
  for (const DeclContext *Around = Function.getDeclContext();
       Around && !Around->isTranslationUnit(); Around = Around->getParent()) {
    if (Around->isTransparentContext() || Around->Encloses(&Kernel))
      continue;
    for (const std::string &Name : Names)
      if (!Around->lookup(DeclarationName(&Ctx.Idents.get(Name))).empty())
        return true;
  }
  // And the other way round, from the kernel's namespaces.
  for (const DeclContext *Around = Kernel.getDeclContext();
       Around && !Around->isTranslationUnit(); Around = Around->getParent()) {
    if (Around->isTransparentContext() || Around->Encloses(&Function))
      continue;
    for (const std::string &Name : Names)
      if (!Around->lookup(DeclarationName(&Ctx.Idents.get(Name))).empty())
        return true;
  }
  return false;
}

llvm::ArrayRef<TemplateArgumentLoc> templateArguments(const CallExpr &Call) {
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    return Ref->template_arguments();
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
    return Lookup->template_arguments();
  return {};
}

std::vector<std::pair<const Decl *, const Expr *>>
templateConstants(const CallExpr &Call, const FunctionDecl &Pattern) {
  std::vector<std::pair<const Decl *, const Expr *>> Out;
  if (const FunctionTemplateDecl *Template =
          Pattern.getDescribedFunctionTemplate())
    for (auto [Param, Given] :
         llvm::zip(*Template->getTemplateParameters(), templateArguments(Call)))
      if (Given.getArgument().getKind() == TemplateArgument::Expression)
        Out.emplace_back(Param, Given.getSourceExpression());
  return Out;
}

bool passTemplateArguments(
    const CallExpr &Call, const FunctionDecl &Function, NameSet &Names,
    const CallSite &Site,
    llvm::function_ref<void(const NamedDecl &, StringRef)> Replace) {
  const FunctionDecl *Made = Function.getTemplateInstantiationPattern();
  const FunctionDecl &Pattern = Made ? *Made : Function;
  const FunctionTemplateDecl *Template = Pattern.getDescribedFunctionTemplate();
  if (!Template)
    return true;
  const BodyNames Body(*cast<CompoundStmt>(Pattern.getBody()));
  llvm::ArrayRef<TemplateArgumentLoc> Given = templateArguments(Call);
  for (auto [I, Param] : llvm::enumerate(*Template->getTemplateParameters())) {
    std::string Name = Param->getNameAsString();
    if (!Names.erase(Name))
      continue;
    if (Param->isParameterPack())
      return false;
    std::optional<TextRange> Range =
        I < Given.size() ? Site.Text.range(Given[I].getSourceRange())
                         : std::nullopt;
    std::optional<std::string> Implied =
        I < Given.size() ? std::nullopt
                         : impliedArgument(Call, Function, I, Site);
    if (!Range && !Implied)
      return false;
    StringRef Value = Range ? Site.Text.text(*Range) : StringRef(*Implied);
    NameSet InValue = namesIn(Value);
    bool IsOneWord = InValue.size() == 1 && *InValue.begin() == Value;
    // The body's own names hide those of the argument.
    if (llvm::any_of(InValue, [&](const std::string &Outer) {
          return Body.declares(Outer);
        }))
      return false;
    Replace(*Param, IsOneWord || llvm::all_of(Value, llvm::isDigit) ||
                            isa<TemplateTypeParmDecl>(Param)
                        ? Value.str()
                        : "(" + Value.str() + ")");
  }
  return true;
}

/// Calls \p Visit for the identifiers of \p Code, with the token in front.
static void
forEachName(StringRef Code,
            llvm::function_ref<void(StringRef, tok::TokenKind)> Visit) {
  std::string Copy = Code.str();
  LangOptions Options;
  Options.CPlusPlus = Options.CPlusPlus20 = true;
  Lexer Lex(SourceLocation(), Options, Copy.data(), Copy.data(),
            Copy.data() + Copy.size());
  Token Tok;
  tok::TokenKind Before = tok::unknown;
  bool AtEnd;
  do {
    AtEnd = Lex.LexFromRawLexer(Tok);
    if (Tok.is(tok::raw_identifier))
      Visit(Tok.getRawIdentifier(), Before);
    Before = Tok.getKind();
  } while (!AtEnd);
}

NameSet namesIn(StringRef Code) {
  NameSet Out;
  forEachName(Code, [&](StringRef Name, tok::TokenKind Before) {
    if (Before != tok::period && Before != tok::arrow &&
        Before != tok::coloncolon)
      Out.insert(Name.str());
  });
  return Out;
}

unsigned countName(StringRef Code, StringRef Name) {
  unsigned Out = 0;
  forEachName(Code,
              [&](StringRef Word, tok::TokenKind) { Out += Word == Name; });
  return Out;
}

bool hasPragmasAtLineStart(StringRef Text) {
  return Text.contains("\n#") &&
         (Text.contains("\n ") || Text.contains("\n\t"));
}

std::string unindented(StringRef Text) {
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  while (!Lines.empty() && Lines.front().trim().empty())
    Lines.erase(Lines.begin());
  while (!Lines.empty() && Lines.back().trim().empty())
    Lines.pop_back();
  size_t Common = StringRef::npos;
  for (StringRef Line : Lines)
    if (!Line.trim().empty() && !Line.starts_with("#"))
      Common = std::min(Common, Line.find_first_not_of(" \t"));
  std::string Out;
  for (StringRef Line : Lines)
    Out +=
        (Line.starts_with("#") ? Line
                               : Line.drop_front(std::min(Common, Line.size())))
            .rtrim()
            .str() +
        "\n";
  return Out;
}

} // namespace cudapipe
