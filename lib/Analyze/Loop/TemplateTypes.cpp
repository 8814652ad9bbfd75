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

/// The parameters that a type is made of, in their order, each behind the
/// templates and members that it chooses.
class ParameterFinder : public DynamicRecursiveASTVisitor {
public:
  llvm::SmallVector<const NamedDecl *, 2> OfFunctions;
  /// Parameters of class templates, and the classes.
  llvm::SmallVector<std::pair<const Decl *, const NamedDecl *>, 2> OfClasses;
  bool HasOthers = false;

  bool
  VisitSubstTemplateTypeParmType(SubstTemplateTypeParmType *Type) override {
    if (isa<FunctionDecl, FunctionTemplateDecl>(Type->getAssociatedDecl()))
      OfFunctions.push_back(Type->getReplacedParameter());
    else {
      OfClasses.push_back(
          {Type->getAssociatedDecl(), Type->getReplacedParameter()});
      HasOthers = true;
    }
    return true;
  }
  bool VisitSubstNonTypeTemplateParmExpr(
      SubstNonTypeTemplateParmExpr *Value) override {
    if (isa<FunctionDecl, FunctionTemplateDecl>(Value->getAssociatedDecl()))
      OfFunctions.push_back(Value->getParameter());
    else
      HasOthers = true;
    return true;
  }
  bool VisitTypedefType(TypedefType *Type) override {
    ParameterFinder Chosen;
    Chosen.TraverseNestedNameSpecifier(Type->getQualifier());
    if (Chosen.OfFunctions.empty())
      return TraverseType(Type->desugar());
    OfFunctions.push_back(Type->getDecl()->getCanonicalDecl());
    return true; // the qualifier comes next
  }
  bool
  VisitTemplateSpecializationType(TemplateSpecializationType *Type) override {
    ParameterFinder Chosen;
    for (const TemplateArgument &Argument : Type->template_arguments())
      Chosen.TraverseTemplateArgument(Argument);
    if (!Chosen.OfFunctions.empty())
      OfFunctions.push_back(Type->getTemplateName().getAsTemplateDecl());
    return true;
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
  // Two parameters of one class are two types in another instantiation.
  if (OfA.OfClasses.size() == 1 && OfB.OfClasses.size() == 1 &&
      OfA.OfClasses[0].first == OfB.OfClasses[0].first &&
      OfA.OfClasses[0].second != OfB.OfClasses[0].second)
    return false;
  return OfA.HasOthers || OfB.HasOthers || OfA.OfFunctions == OfB.OfFunctions;
}

/// \p Type is an argument of a function template, under names it may have.
static bool isArgument(QualType Type) {
  const auto *Argument = Type->getAs<SubstTemplateTypeParmType>();
  return Argument &&
         isa<FunctionDecl, FunctionTemplateDecl>(Argument->getAssociatedDecl());
}

HiddenChoice hiddenPointee(const Expr &Pointer) {
  const Expr *E = Pointer.IgnoreParenImpCasts();
  if (isArgument(E->getType()))
    return {E, E};
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_AddrOf)
      return hiddenChoice(*Op->getSubExpr());
    return Op->isIncrementDecrementOp() ? hiddenPointee(*Op->getSubExpr())
                                        : HiddenChoice();
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    const bool IsLeft = Op->getLHS()->getType()->isPointerType();
    return hiddenPointee(IsLeft ? *Op->getLHS() : *Op->getRHS());
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    HiddenChoice True = hiddenPointee(*Choice->getTrueExpr());
    return True ? True : hiddenPointee(*Choice->getFalseExpr());
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const Expr *Object = Member->getBase()->IgnoreParenImpCasts();
    return isArgument(Object->getType()) ? HiddenChoice{Object, Member}
                                         : HiddenChoice();
  }
  // const auto *row = A + k * N;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->getInit() && Var->getType()->getContainedAutoType()
             ? hiddenPointee(*Var->getInit())
             : HiddenChoice();
}

HiddenChoice hiddenChoice(const Expr &Object) {
  const Expr *E = Object.IgnoreParenImpCasts();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return hiddenChoice(*Choice->getTrueExpr());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return hiddenPointee(*Element->getBase());
  const auto *Op = dyn_cast<UnaryOperator>(E);
  return Op && Op->getOpcode() == UO_Deref ? hiddenPointee(*Op->getSubExpr())
                                           : HiddenChoice();
}

bool isValueOfInstantiation(const Expr &E) {
  ValueFinder F;
  F.TraverseStmt(const_cast<Expr *>(&E));
  return F.Found;
}

/// The values of `dim3 block(Config::Threads)`, in a template that is not
/// instantiated, have none yet.
static bool hasType(const Expr &E) { return !E.getType().isNull(); }

/// A part of \p S that has a value has the type of an argument.
static bool hasTypeOfArgument(const Stmt *S) {
  if (!S ||
      isa<UnaryExprOrTypeTraitExpr, SubstNonTypeTemplateParmExpr, LambdaExpr>(
          S))
    return false;
  const auto *E = dyn_cast<Expr>(S);
  return (E && hasType(*E) && dependsOnArgument(E->getType())) ||
         llvm::any_of(S->children(), hasTypeOfArgument);
}

bool isNumberByType(const Expr &E, const ASTContext &Ctx) {
  return hasType(E) && E.getType()->isIntegralOrEnumerationType() &&
         !dependsOnArgument(E.getType()) && hasTypeOfArgument(&E) &&
         constantValue(&E, Ctx);
}

} // namespace cudapipe
