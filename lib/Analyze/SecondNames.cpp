//===- SecondNames.cpp - Names that calls and casts give
//--------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int *p = addressOf(k);       what a function returns may name k
//   Counter c(k);                an object may keep the address of k
//   (unsigned &)k += 1;          another type of name
//
// PointerValues.cpp finds `&k` and `int &r = k`.
//
//===----------------------------------------------------------------------===//

#include "LentPointers.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/PointerFlow.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cudapipe {

/// Of tiles, who uses them is found otherwise.
void PointerFlow::nameAgain(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && !isShared(*Var))
        Aliased.insert(Var);
      return;
    }
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      nameAgain(Choice->getTrueExpr());
      E = Choice->getFalseExpr();
    } else if (const auto *Op = dyn_cast<BinaryOperator>(E);
               Op && (Op->getOpcode() == BO_Comma || Op->isAssignmentOp())) {
      E = Op->getOpcode() == BO_Comma ? Op->getRHS() : Op->getLHS();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E);
               Member && !Member->isArrow()) {
      E = Member->getBase();
    } else if (const auto *Cast = dyn_cast<CastExpr>(E);
               Cast && Cast->getSubExpr()->isGLValue() && E->isGLValue()) {
      E = Cast->getSubExpr();
    } else {
      return;
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
  // A member that is a reference.
  if (const auto *List = dyn_cast<InitListExpr>(S);
      List && List->getType()->isRecordType())
    for (const Expr *Init : List->inits())
      if (Init && Init->isGLValue() && !Init->getType()->isRecordType())
        nameAgain(Init);
}

} // namespace cudapipe
