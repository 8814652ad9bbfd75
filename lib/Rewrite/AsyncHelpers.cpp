//===- AsyncHelpers.cpp - Functions that load tiles -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Rewrite/AsyncHelpers.h"
#include "HelperWriter.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Match/UnknownSpelling.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

static AsyncHelpers::Place placeOf(SourceLocation Loc, const ASTContext &Ctx) {
  return Ctx.getSourceManager().getExpansionLoc(Loc).getRawEncoding();
}

AsyncHelpers::Place placeOf(const FunctionDecl &Function,
                            const ASTContext &Ctx) {
  return placeOf(Function.getLocation(), Ctx);
}

SourceLocation nameInCall(const CallExpr &Call) {
  if (isa<CXXOperatorCallExpr>(Call)) // of a lambda: the variable that holds it
    return Call.getArg(0)->getBeginLoc();
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    return Ref->getLocation();
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
    return Lookup->getNameLoc();
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    return Member->getMemberLoc();
  return Callee->getBeginLoc();
}

AsyncHelpers::Place placeOf(const CallExpr &Call, const ASTContext &Ctx) {
  return placeOf(nameInCall(Call), Ctx);
}

namespace {

/// Looks for uses of the functions that no rewritten loop makes.
class UseCollector : public DynamicRecursiveASTVisitor {
public:
  UseCollector(const AsyncHelpers &Helpers, const ASTContext &Ctx)
      : Helpers(Helpers), Ctx(Ctx) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      usesLambda(Var, Ref->getLocation());
    else
      uses(Ref->getDecl(), Ref->getLocation());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *Member) override {
    uses(Member->getMemberDecl(), Member->getMemberLoc());
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *Lookup) override {
    for (const NamedDecl *D : Lookup->decls())
      uses(D->getUnderlyingDecl(), Lookup->getNameLoc());
    return true;
  }

  std::set<AsyncHelpers::Place> Shared;

private:
  void uses(const NamedDecl *D, SourceLocation Where) {
    const FunctionDecl *Function = D->getAsFunction(), *Body = nullptr;
    // operator() of a lambda is used where its variable is.
    if (!Function || isLambdaBody(*Function))
      return;
    if (!Function->hasBody(Body) && Function->getTemplateInstantiationPattern())
      Function->getTemplateInstantiationPattern()->hasBody(Body);
    if (Body)
      use(placeOf(*Body, Ctx), Where);
  }
  void usesLambda(const VarDecl *Var, SourceLocation Where) {
    const Expr *Init = Var->getInit();
    if (const auto *Lambda = dyn_cast_or_null<LambdaExpr>(
            Init ? Init->IgnoreImplicit() : nullptr))
      use(placeOf(*Lambda->getCallOperator(), Ctx), Where);
  }
  void use(AsyncHelpers::Place Function, SourceLocation Where) {
    auto It = Helpers.Forms.find(Function);
    if (It != Helpers.Forms.end() &&
        !It->second.Calls.count(placeOf(Where, Ctx)))
      Shared.insert(Function);
  }
  static AsyncHelpers::Place placeOf(SourceLocation Loc, const ASTContext &C) {
    return cudapipe::placeOf(Loc, C);
  }
  static AsyncHelpers::Place placeOf(const FunctionDecl &F,
                                     const ASTContext &C) {
    return cudapipe::placeOf(F, C);
  }

  const AsyncHelpers &Helpers;
  const ASTContext &Ctx;
};

} // namespace

std::set<AsyncHelpers::Place> usedElsewhere(const AsyncHelpers &Helpers,
                                            ASTContext &Ctx) {
  if (Helpers.Forms.empty())
    return {};
  UseCollector Collector(Helpers, Ctx);
  Collector.TraverseDecl(Ctx.getTranslationUnitDecl());
  // Who calls it there does not wait for copies.
  for (const auto &[Place, Form] : Helpers.Forms)
    if (findUnknownSpelling(*Form.Function, Ctx) ||
        findUnreadUse(*Form.Function, Ctx))
      Collector.Shared.insert(Place);
  for (AsyncHelpers::Place Known : Helpers.Shared)
    Collector.Shared.erase(Known);
  return std::move(Collector.Shared);
}

} // namespace cudapipe
