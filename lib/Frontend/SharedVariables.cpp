//===- SharedVariables.cpp - No constructor of __shared__ -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedVariables.h"
#include "cudapipe/Frontend/QuietClass.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;

namespace cudapipe {
namespace {

//===- What Clang refuses, and nvcc does not ----------------------------===//

/// \p Var stands in a function, without an initializer in the text.
bool isSharedWithoutText(const VarDecl &Var) {
  if (!Var.hasAttr<CUDASharedAttr>() || Var.hasExternalStorage() ||
      !Var.getDeclContext()->isFunctionOrMethod())
    return false;
  const Expr *Init = Var.getInit();
  // A default constructor's call has no parentheses; `T x(T())` is another
  // class of expression.
  return !Init ||
         (Var.getInitStyle() == VarDecl::CallInit &&
          Init->getStmtClass() == Stmt::CXXConstructExprClass &&
          cast<CXXConstructExpr>(Init)->getParenOrBraceRange().isInvalid());
}

const CXXRecordDecl *classOf(const VarDecl &Var) {
  return Var.getASTContext()
      .getBaseElementType(Var.getType())
      ->getAsCXXRecordDecl();
}

bool isReadByNvcc(const VarDecl &Var, Sema &Compiling) {
  const CXXRecordDecl *Class = classOf(Var);
  return Class && Class->hasDefinition() && Var.getInit() &&
         isSharedWithoutText(Var) &&
         Compiling.CUDA().isEmptyDestructor(Var.getLocation(),
                                            Class->getDestructor()) &&
         onlyFills(*Var.getInit(), Var.getASTContext());
}

//===- Templates --------------------------------------------------------===//

/// A mark that the initializer of \p Var comes later: Clang's own, for the
/// variable of a loop over a range.
void setDelayed(VarDecl &Var, bool Is) { Var.setCXXForRangeDecl(Is); }
bool isDelayed(const VarDecl &Var) { return Var.isCXXForRangeDecl(); }

void delay(VarDecl &Var) {
  if (!isSharedWithoutText(Var))
    return;
  const CXXRecordDecl *Class = classOf(Var);
  // Where a header is missing, a class may be.
  if (!Var.getType()->isDependentType() &&
      (!Class || !Class->hasDefinition() ||
       (Class->hasTrivialDefaultConstructor() &&
        Class->hasTrivialDestructor())))
    return;
  Var.setInit(nullptr);
  setDelayed(Var, true);
}

/// What Clang would have said before.
void catchUp(VarDecl &Var, FunctionDecl &Function, Sema &Compiling) {
  if (!isDelayed(Var) || !isSharedWithoutText(Var))
    return;
  setDelayed(Var, false);
  Sema::ContextRAII Inside(Compiling, &Function);
  EnterExpressionEvaluationContext Evaluated(
      Compiling, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Compiling.ActOnUninitializedDecl(&Var);
  if (Var.isInvalidDecl() || !Var.getInit())
    return;
  if (isReadByNvcc(Var, Compiling))
    forgetConstructor(Var);
  else
    Compiling.CUDA().checkAllowedInitializer(&Var);
}

void delayIn(Decl *D, Sema &Compiling) {
  if (Compiling.getSourceManager().isInSystemHeader(D->getLocation()))
    return;
  if (auto *Template = dyn_cast<TemplateDecl>(D))
    D = Template->getTemplatedDecl();
  if (auto *Function = dyn_cast_or_null<FunctionDecl>(D)) {
    const bool IsPattern = Function->isDependentContext();
    if (!IsPattern && !Function->isTemplateInstantiation())
      return;
    for (Decl *Local : Function->noload_decls())
      if (auto *Var = dyn_cast<VarDecl>(Local))
        IsPattern ? delay(*Var) : catchUp(*Var, *Function, Compiling);
    return;
  }
  auto *Context = dyn_cast_or_null<DeclContext>(D);
  if (Context && !D->isFromASTFile())
    for (Decl *Inner : Context->noload_decls())
      delayIn(Inner, Compiling);
}

} // namespace

VarDecl *sharedVariableAt(Sema &Compiling, SourceLocation At) {
  if (Compiling.inTemplateInstantiation())
    return nullptr;
  for (Decl *D : Compiling.CurContext->decls())
    if (auto *Var = dyn_cast<VarDecl>(D);
        Var && Var->getLocation() == At && isReadByNvcc(*Var, Compiling))
      return Var;
  return nullptr;
}

void forgetConstructor(VarDecl &Var) {
  Var.setInit(nullptr);
  Var.setInvalidDecl(false);
}

void delayConstructors(DeclGroupRef Group, Sema &Compiling) {
  for (Decl *D : Group)
    delayIn(D, Compiling);
}

} // namespace cudapipe
