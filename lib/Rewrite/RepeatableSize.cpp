//===- RepeatableSize.cpp - Sizes that may be computed once more ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cudaFuncSetAttribute() needs the size that the launch passes:
//
//   kernel<<<grid, block, tileBytes(n)>>>(...);
//
//===----------------------------------------------------------------------===//

#include "LaunchEditor.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Whether host code changes nothing but variables of its own.
class Repeatable {
public:
  explicit Repeatable(const ASTContext &Ctx) : Ctx(Ctx) {}

  /// \p Within: the function that \p S stands in; null: the launch's size.
  bool holds(const Stmt *S, const FunctionDecl *Within, unsigned Depth) const;

private:
  bool calls(const FunctionDecl *Callee, unsigned Depth) const;
  const ASTContext &Ctx;
};

/// \p Target is, or lies in, a variable of \p Within.
bool isOwn(const Expr *Target, const FunctionDecl *Within) {
  while (true) {
    Target = Target->IgnoreParenCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(Target);
        Member && !Member->isArrow())
      Target = Member->getBase();
    else if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(Target);
             Sub && subscriptBase(*Sub)
                        ->IgnoreParenImpCasts()
                        ->getType()
                        ->isArrayType())
      Target = subscriptBase(*Sub);
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Target);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Within && Var->hasLocalStorage() &&
         !Var->getType()->isReferenceType() && Var->getDeclContext() == Within;
}

bool Repeatable::calls(const FunctionDecl *Callee, unsigned Depth) const {
  if (!Callee || Depth == 0)
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Method && Method->isVirtual())
    return false;
  auto MayChange = [](const ParmVarDecl *P) {
    QualType Type = P->getType();
    return (Type->isReferenceType() || Type->isPointerType()) &&
           !Type->getPointeeType().isConstQualified();
  };
  if (Ctx.getSourceManager().isInSystemHeader(Callee->getLocation()) &&
      (Method && Method->isInstance() ? Method->isConst()
                                      : Callee->isConstexpr()))
    return llvm::none_of(Callee->parameters(), MayChange);
  if (Callee->isImplicit() || Callee->isDefaulted())
    return true;
  const FunctionDecl *Definition = nullptr;
  if (!Callee->hasBody(Definition))
    return Callee->getBuiltinID() != 0 &&
           Callee->getReturnType()->isArithmeticType() &&
           llvm::all_of(Callee->parameters(), [](const ParmVarDecl *P) {
             return P->getType()->isArithmeticType();
           });
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      if (!holds(Init->getInit(), Definition, Depth - 1))
        return false;
  return holds(Definition->getBody(), Definition, Depth - 1);
}

bool Repeatable::holds(const Stmt *S, const FunctionDecl *Within,
                       unsigned Depth) const {
  if (!S)
    return true;
  if (isa<CXXNewExpr, CXXDeleteExpr, AsmStmt>(S))
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp() &&
      !isOwn(Unary->getSubExpr(), Within))
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp() && !isOwn(Binary->getLHS(), Within))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && !Call->isTypeDependent() &&
      !calls(Call->getDirectCallee(), Depth))
    return false;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(S);
      Made && !calls(Made->getConstructor(), Depth))
    return false;
  // Not evaluated.
  if (isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return holds(Child, Within, Depth);
  });
}

} // namespace

bool mayRunTwice(const Expr *Size, const ASTContext &Ctx) {
  return Repeatable(Ctx).holds(Size, /*Within=*/nullptr, /*Depth=*/6);
}

} // namespace cudapipe
