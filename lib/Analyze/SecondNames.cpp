//===- SecondNames.cpp - Names that calls and casts give ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int *p = addressOf(k);       what a function returns may name k
//   Counter c(k);                an object may keep the address of k
//   (unsigned &)k += 1;          another type of name
//   int &r = ++k;                operators name what they changed or chose
//
// PointerValues.cpp finds `&k` and `int &r = k`.
//
//===----------------------------------------------------------------------===//

#include "LentPointers.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

/// Of tiles, who uses them is found otherwise.
void PointerFlow::nameAgain(const Expr *E) {
  for (; E; E = namedOperand(E)) {
    E = E->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && !isShared(*Var))
        Aliased.insert(Var);
    if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
      nameAgain(Choice->getTrueExpr());
      nameAgain(Choice->getFalseExpr());
    }
  }
}

/// A value of this type may name what a reference to it did.
static bool mayName(QualType Type) {
  return Type->isReferenceType() || Type->isPointerType() ||
         Type->isDependentType() || holdsPointers(Type);
}

/// A parameter into which a function may put an address.
static bool takesAddresses(const ParmVarDecl &Param) {
  QualType Type = Param.getType();
  QualType Pointee = Type->getPointeeType();
  return !Pointee.isNull() && !Pointee.isConstQualified() &&
         !Pointee->isFunctionType() && holdsPointers(Pointee);
}

/// The library's void functions keep nothing: swap(), memcpy_async().
static bool isOfLibrary(const FunctionDecl &F) {
  return F.getReturnType()->isVoidType() &&
         F.getASTContext().getSourceManager().isInSystemHeader(F.getLocation());
}

/// Names again what \p Args binds to references of \p Callee, if \p Keeps or
/// if another of its parameters takes addresses.
void PointerFlow::nameArguments(const FunctionDecl *Callee,
                                llvm::ArrayRef<const Expr *> Args, bool Keeps) {
  for (auto [I, Arg] : llvm::enumerate(Args)) {
    const ParmVarDecl *Param = Callee && I < Callee->getNumParams()
                                   ? Callee->getParamDecl(I)
                                   : nullptr;
    if (!Arg->isGLValue() || (Param && !Param->getType()->isReferenceType()))
      continue;
    bool Kept = Keeps || !Callee ||
                llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *P) {
                  return P != Param && takesAddresses(*P);
                });
    if (Kept)
      nameAgain(Arg);
  }
}

/// \p IsRead: what the call gives is read at once, and nobody has it then.
void PointerFlow::nameInCall(const CallExpr &Call, bool IsRead) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    Callee = calledFunction(Call);
  if (Callee && isOfLibrary(*Callee))
    return;
  llvm::ArrayRef<const Expr *> Args(Call.getArgs(), Call.getNumArgs());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  // It gives its left side.
  if (Method && Method->isTrivial() &&
      (Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator()))
    return;
  bool Keeps = !IsRead && (!Callee || mayName(Callee->getReturnType()));
  if (Method && !Method->isStatic()) {
    const CXXRecordDecl *Class = Method->getParent();
    // A lambda's body names them itself.
    if (!Class->isLambda() && !Method->isConst())
      Keeps |= llvm::any_of(Class->fields(), [](const FieldDecl *Field) {
        return holdsPointers(Field->getType());
      });
    if (isa<CXXOperatorCallExpr>(Call) && !Args.empty())
      Args = Args.drop_front();
  }
  nameArguments(Callee, Args, Keeps);
}

void PointerFlow::collectSecondNames(const Stmt *S) {
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && Var->getType()->isReferenceType())
        nameAgain(Var->getInit());
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->getOpcode() == UO_AddrOf &&
      !isa<MemberExpr>(Op->getSubExpr()->IgnoreParens()))
    nameAgain(Op->getSubExpr());
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
      Cast && Cast->isGLValue() && Cast->getSubExpr()->isGLValue())
    nameAgain(Cast->getSubExpr());
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    if (const auto *Call =
            dyn_cast<CallExpr>(Cast->getSubExpr()->IgnoreParens()))
      ReadAtOnce.insert(Call);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    nameInCall(*Call, ReadAtOnce.count(Call));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    llvm::ArrayRef<const Expr *> Args(Construct->getArgs(),
                                      Construct->getNumArgs());
    if (!Constructor->isCopyOrMoveConstructor() &&
        holdsPointers(Construct->getType()))
      nameArguments(Constructor, Args, /*Keeps=*/true);
  }
  for (const Expr *Init : referenceMembers(S))
    nameAgain(Init);
}

} // namespace cudapipe
