//===- DirectCalls.cpp - Who calls whom -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectCalls.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// All definitions with a body: instantiations where a template has any.
class DefinitionCollector : public DynamicRecursiveASTVisitor {
public:
  explicit DefinitionCollector(const SourceManager &SM) : SM(SM) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->doesThisDeclarationHaveABody() || isLambdaBody(*F) ||
        SM.isInSystemHeader(SM.getExpansionLoc(F->getLocation())))
      return true;
    if (const FunctionTemplateDecl *Template =
            F->isTemplated() ? F->getDescribedFunctionTemplate() : nullptr)
      for (const FunctionDecl *Instance : Template->specializations())
        if (Instance->isDefined() && Instance->getBody())
          return true;
    Definitions.push_back(F);
    return true;
  }

  /// `Functor<f, T>`: which call of f a template makes of it is not known.
  bool VisitTemplateSpecializationTypeLoc(
      TemplateSpecializationTypeLoc Type) override {
    if (!Type.getType()->isDependentType())
      return true;
    for (unsigned I = 0; I != Type.getNumArgs(); ++I)
      if (Type.getArgLoc(I).getArgument().getKind() ==
          TemplateArgument::Expression)
        DependentArguments.push_back(Type.getArgLoc(I).getSourceExpression());
    return true;
  }

  std::vector<const FunctionDecl *> Definitions;
  std::vector<const Expr *> DependentArguments;

private:
  const SourceManager &SM;
};

/// `f`, and `&f`, which a template argument becomes where it is called.
bool isName(const Expr &Callee) {
  const auto *Op = dyn_cast<UnaryOperator>(&Callee);
  return isa<DeclRefExpr, OverloadExpr>(
      Op && Op->getOpcode() == UO_AddrOf
          ? Op->getSubExpr()->IgnoreParenImpCasts()
          : &Callee);
}

} // namespace

bool mayBeLinkedTo(const FunctionDecl &Function, const ASTContext &Ctx) {
  return Function.isExternallyVisible() && !Function.isInlined() &&
         !Function.isTemplateInstantiation() && !Function.isTemplated() &&
         Ctx.Idents.get("__CUDACC_RDC__").hasMacroDefinition();
}

DirectCalls::DirectCalls(const ASTContext &Ctx) {
  DefinitionCollector Collector(Ctx.getSourceManager());
  for (Decl *D : Ctx.getTraversalScope())
    Collector.TraverseDecl(D);
  for (const FunctionDecl *F : Collector.Definitions)
    collect(F->getBody(), *F, /*InLambda=*/false);
  if (Collector.Definitions.empty())
    return;
  for (const Expr *Argument : Collector.DependentArguments)
    collect(Argument, *Collector.Definitions.front(), /*InLambda=*/false);
}

llvm::ArrayRef<DirectCalls::Site>
DirectCalls::of(const FunctionDecl &Function) const {
  auto It = Sites.find(&Function);
  if (It == Sites.end())
    return {};
  return It->second;
}

void DirectCalls::collect(const Stmt *S, const FunctionDecl &Caller,
                          bool InLambda) {
  if (!S)
    return;
  const Expr *Callee = nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *Function = calledFunction(*Call)) {
      Sites[Function].push_back({Call, &Caller, InLambda});
      Callee = Call->getCallee()->IgnoreParenImpCasts();
    }
  auto UsedBy = [&](const NamedDecl *D) {
    const FunctionDecl *Function = D->getAsFunction(), *Body = nullptr;
    if (Function && !Function->hasBody(Body) &&
        Function->getTemplateInstantiationPattern())
      Function->getTemplateInstantiationPattern()->hasBody(Body);
    if (Body)
      UsedOtherwise.insert(Body);
  };
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    UsedBy(Ref->getDecl());
  // What a template does with an argument is not known in another one.
  auto InArguments = [&](const OverloadExpr &Lookup) {
    for (const TemplateArgumentLoc &Arg : Lookup.template_arguments())
      if (Arg.getArgument().getKind() == TemplateArgument::Expression)
        collect(Arg.getSourceExpression(), Caller, InLambda);
  };
  if (const auto *Lookup = dyn_cast<OverloadExpr>(S)) {
    for (const NamedDecl *D : Lookup->decls())
      UsedBy(D->getUnderlyingDecl());
    InArguments(*Lookup);
  }
  InLambda |= isa<LambdaExpr>(S);
  for (const Stmt *Child : S->children()) {
    const auto *E = dyn_cast_or_null<Expr>(Child);
    if (Callee && E && E->IgnoreParenImpCasts() == Callee && isName(*Callee)) {
      if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
        InArguments(*Lookup);
      continue;
    }
    collect(Child, Caller, InLambda);
  }
}

} // namespace cudapipe
