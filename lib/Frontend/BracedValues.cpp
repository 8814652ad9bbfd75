//===- BracedValues.cpp - Braces around one value -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BracedValues.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

class BraceReader : public DynamicRecursiveASTVisitor {
public:
  explicit BraceReader(ASTContext &Ctx) : Ctx(Ctx) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) &&
        Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitVarDecl(VarDecl *Var) override {
    if (isa<ParmVarDecl>(Var) || !Var->hasInit() || !isScalar(*Var))
      return true;
    // setInit() would forget that a constexpr variable has a value.
    if (Expr *Value = inParentheses(Var->getInit()))
      *Var->getInitAddress() = Value;
    return true;
  }

  bool VisitCXXFunctionalCastExpr(CXXFunctionalCastExpr *Cast) override {
    if (Cast->getType()->isScalarType())
      if (Expr *Value = inParentheses(Cast->getSubExpr()))
        Cast->setSubExpr(Value);
    return true;
  }

private:
  /// In a template too, whatever its arguments are.
  static bool isScalar(const VarDecl &Var) {
    QualType Type = Var.getType();
    if (Type->isPointerType())
      return true;
    // `auto x = {1}` is a list; `auto x{1}` is not.
    if (const auto *Auto = Type->getContainedAutoType();
        Auto && !Auto->isDeduced())
      return Var.getInitStyle() == VarDecl::ListInit &&
             !Type->isReferenceType();
    return !Type->isDependentType() && Type->isScalarType();
  }

  Expr *inParentheses(Expr *E) const {
    auto *List = dyn_cast<InitListExpr>(E);
    if (!List || List->getNumInits() != 1 || !List->getLBraceLoc().isValid() ||
        isa<InitListExpr, DesignatedInitExpr>(List->getInit(0)))
      return nullptr;
    return new (Ctx)
        ParenExpr(List->getLBraceLoc(), List->getRBraceLoc(), List->getInit(0));
  }

  ASTContext &Ctx;
};

} // namespace

void readBracesAsParentheses(ASTContext &Ctx) {
  BraceReader(Ctx).TraverseAST(Ctx);
}

} // namespace cudapipe
