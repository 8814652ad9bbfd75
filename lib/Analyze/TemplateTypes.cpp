//===- TemplateTypes.cpp - What other instantiations may change -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/TemplateTypes.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

namespace {

/// The parameters that a type is made of, in their order.
class ParameterFinder : public DynamicRecursiveASTVisitor {
public:
  llvm::SmallVector<const NamedDecl *, 2> OfFunctions;
  bool HasOthers = false;

  bool
  VisitSubstTemplateTypeParmType(SubstTemplateTypeParmType *Type) override {
    if (isa<FunctionDecl, FunctionTemplateDecl>(Type->getAssociatedDecl()))
      OfFunctions.push_back(Type->getReplacedParameter());
    else
      HasOthers = true;
    return true;
  }
  bool VisitTypedefType(TypedefType *Type) override {
    return TraverseType(Type->desugar());
  }
  bool VisitDecltypeType(DecltypeType *Type) override {
    return !Type->getUnderlyingExpr() ||
           TraverseStmt(Type->getUnderlyingExpr());
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    return TraverseType(Ref->getType());
  }
};

/// Looks for numbers, sizes and constants of one instantiation.
class ValueFinder : public DynamicRecursiveASTVisitor {
public:
  bool Found = false;

  bool
  VisitSubstNonTypeTemplateParmExpr(SubstNonTypeTemplateParmExpr *) override {
    return found();
  }
  bool VisitSizeOfPackExpr(SizeOfPackExpr *) override { return found(); }
  bool VisitTypeTraitExpr(TypeTraitExpr *) override { return found(); }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    return !dependsOnArgument(E->getTypeOfArgument()) || found();
  }
  bool VisitSubstTemplateTypeParmType(SubstTemplateTypeParmType *) override {
    return found();
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    const DeclContext *In = Ref->getDecl()->getDeclContext();
    if (isa<VarTemplateSpecializationDecl>(Ref->getDecl()) ||
        isa<ClassTemplateSpecializationDecl>(In->getNonTransparentContext()))
      return found();
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && !isa<ParmVarDecl>(Var) && Var->getInit() &&
        Seen.insert(Var).second)
      return TraverseStmt(const_cast<Expr *>(Var->getInit()));
    return true;
  }

private:
  bool found() {
    Found = true;
    return false;
  }
  llvm::SmallPtrSet<const VarDecl *, 4> Seen;
};

} // namespace

static ParameterFinder parametersOf(QualType Type) {
  ParameterFinder Out;
  Out.TraverseType(Type);
  return Out;
}

bool dependsOnArgument(QualType Type) {
  const ParameterFinder Found = parametersOf(Type);
  return Found.HasOthers || !Found.OfFunctions.empty();
}

bool isSameForAll(QualType A, QualType B) {
  if (A->getCanonicalTypeUnqualified() != B->getCanonicalTypeUnqualified())
    return false;
  const ParameterFinder OfA = parametersOf(A), OfB = parametersOf(B);
  return OfA.HasOthers || OfB.HasOthers || OfA.OfFunctions == OfB.OfFunctions;
}

bool isValueOfInstantiation(const Expr &E) {
  ValueFinder F;
  F.TraverseStmt(const_cast<Expr *>(&E));
  return F.Found;
}

/// A part of \p S that has a value has the type of an argument.
static bool hasTypeOfArgument(const Stmt *S) {
  if (!S ||
      isa<UnaryExprOrTypeTraitExpr, SubstNonTypeTemplateParmExpr, LambdaExpr>(
          S))
    return false;
  const auto *E = dyn_cast<Expr>(S);
  return (E && dependsOnArgument(E->getType())) ||
         llvm::any_of(S->children(), hasTypeOfArgument);
}

bool isNumberByType(const Expr &E, const ASTContext &Ctx) {
  return E.getType()->isIntegralOrEnumerationType() &&
         !dependsOnArgument(E.getType()) && hasTypeOfArgument(&E) &&
         constantValue(&E, Ctx);
}

} // namespace cudapipe
