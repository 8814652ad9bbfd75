//===- ZeroFill.cpp - Plain copies and zeros ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ZeroFill.h"
#include "Analyze/Effects/PlainAccess.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TemplateTypes.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

const Expr *stripCopies(const Expr *E) {
  while (true) {
    const Expr *InParens = E;
    E = E->IgnoreParens();
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E)) {
      E = Cleanups->getSubExpr();
    } else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = Temporary->getSubExpr();
    } else if (const auto *Cast = dyn_cast<CastExpr>(E);
               Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                        Cast->getCastKind() == CK_NoOp)) {
      // In another instantiation it converts.
      if (isa<ExplicitCastExpr>(Cast) && Cast->isPRValue() &&
          !isSameForAll(Cast->getType(), Cast->getSubExpr()->getType()))
        return InParens;
      E = Cast->getSubExpr();
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
               Construct && Construct->getNumArgs() == 1 &&
               Construct->getConstructor()->isCopyOrMoveConstructor() &&
               copiesBytes(*Construct->getConstructor())) {
      E = Construct->getArg(0);
    } else {
      return InParens; // a macro's parentheses make its text whole
    }
  }
}

std::pair<const Expr *, const Expr *> sidesOf(const Expr *E,
                                              const ASTContext &Ctx) {
  E = E->IgnoreParens();
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr()->IgnoreParens();
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    if (Op->getOpcode() == BO_Assign)
      return {Op->getLHS(), Op->getRHS()};
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2 &&
        (!knownCallee(*Call) || copiesBytes(*knownCallee(*Call)) ||
         isLibraryFunction(*knownCallee(*Call), Ctx)))
      return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

/// Library calls that make a value from numbers and map all zeros to zero.
static bool makesFromNumbers(const FunctionDecl *Callee,
                             const ASTContext &Ctx) {
  if (!Callee || !isLibraryFunction(*Callee, Ctx))
    return false;
  llvm::StringRef Name = Callee->getIdentifier() ? Callee->getName() : "";
  return Name.starts_with("make_") || Name.starts_with("__float2half") ||
         Name.starts_with("__double2half") || Name.starts_with("__int2half") ||
         Name.starts_with("__float2bfloat16") || Name == "__half2half2" ||
         Name == "__bfloat162bfloat162" || Name.starts_with("__int2bfloat16") ||
         Name.starts_with("__floats2half2") ||
         Name.starts_with("__halves2half2") ||
         Name.starts_with("__floats2bfloat162");
}

/// What the local object that \p E names was made of, and still is.
static const Expr *valueOfConstant(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const CXXRecordDecl *Class =
      Var ? Var->getType()->getAsCXXRecordDecl() : nullptr;
  if (!Class || !Class->hasDefinition() || Class->hasMutableFields() ||
      !Var->hasLocalStorage() || !Var->getType().isConstQualified() ||
      Var->getType().isVolatileQualified() || !Var->getInit() ||
      isa<ParmVarDecl>(Var) || mentions(Var->getInit(), Var))
    return nullptr;
  return Var->getInit();
}

bool isZero(const Expr *E, const ASTContext &Ctx) {
  E = stripCopies(E)->IgnoreParens();
  if (const Expr *Init = valueOfConstant(E))
    return isZero(Init, Ctx);
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && !isa<CXXConstructExpr>(Cast->getSubExpr()->IgnoreImpCasts()))
    if (E->getType()->isArithmeticType() && isZero(Cast->getSubExpr(), Ctx))
      return true;
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    return isZero(Cast->getSubExpr(), Ctx);
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return isZero(Cast->getSubExpr(), Ctx);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return isZero(Cast->getSubExpr(), Ctx);
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return llvm::all_of(List->inits(),
                        [&](const Expr *Init) { return isZero(Init, Ctx); });
  if (isa<CXXScalarValueInitExpr, ImplicitValueInitExpr>(E))
    return true;
  if (const auto *Unresolved = dyn_cast<CXXUnresolvedConstructExpr>(E))
    return Unresolved->getNumArgs() == 1 && isZero(Unresolved->getArg(0), Ctx);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Call->getNumArgs() > 0 &&
           makesFromNumbers(knownCallee(*Call), Ctx) &&
           llvm::all_of(Call->arguments(),
                        [&](const Expr *Arg) { return isZero(Arg, Ctx); });
  // half(), half{}
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
      Construct && Construct->getNumArgs() == 0)
    return Construct->requiresZeroInitialization() &&
           Construct->getConstructor()->isTrivial();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return isLibraryFunction(*Construct->getConstructor(), Ctx) &&
           llvm::all_of(Construct->arguments(),
                        [&](const Expr *Arg) { return isZero(Arg, Ctx); });
  if (E->isValueDependent() || E->isTypeDependent() ||
      !E->getType()->isArithmeticType() || isValueOfInstantiation(*E))
    return false;
  Expr::EvalResult Result;
  if (!E->EvaluateAsRValue(Result, Ctx) || Result.HasSideEffects)
    return false;
  if (Result.Val.isInt())
    return Result.Val.getInt() == 0;
  return Result.Val.isFloat() && Result.Val.getFloat().isPosZero();
}

/// The pointer or array that \p E, an element, is of.
static const ValueDecl *arrayOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return arrayOf(subscriptBase(*Element));
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_Deref)
    return arrayOf(Op->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->isAdditiveOp() && Op->getLHS()->getType()->isPointerType())
    return arrayOf(Op->getLHS());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const ValueDecl *Array = arrayOf(Choice->getTrueExpr());
    return Array == arrayOf(Choice->getFalseExpr()) ? Array : nullptr;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? Ref->getDecl() : nullptr;
}

/// `c ? A[i] : A[j]`: one element or the other, of one array, whose type no
/// argument of a template can make two.
static bool isChoiceOfElements(const ConditionalOperator &Choice, QualType Type,
                               const PointerFlow &Flow, const ASTContext &Ctx) {
  TileCopy True{}, False{};
  return Choice.isGLValue() && arrayOf(&Choice) &&
         !Choice.getCond()->HasSideEffects(Ctx) &&
         readSource(Choice.getTrueExpr(), Type, Flow, Ctx, True) &&
         readSource(Choice.getFalseExpr(), Type, Flow, Ctx, False);
}

bool readSource(const Expr *Value, QualType Type, const PointerFlow &Flow,
                const ASTContext &Ctx, TileCopy &Copy) {
  const Expr *InParens = stripCopies(Value);
  const Expr *E = InParens->IgnoreParens();
  const auto *Call = dyn_cast<CallExpr>(E);
  if (const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr) {
    std::optional<PlainAccess> Plain;
    if (!isLibraryFunction(*Callee, Ctx))
      Plain = plainLoad(*Call, Ctx);
    const Expr *Pointer = Plain ? Plain->Address : nullptr;
    // The read-only path is a hint; a copy past the registers needs none.
    if (isLibraryFunction(*Callee, Ctx) && Callee->getIdentifier() &&
        Callee->getName() == "__ldg" && Call->getNumArgs() == 1)
      Pointer = Call->getArg(0);
    if (!Pointer || !Ctx.hasSameUnqualifiedType(Call->getType(), Type) ||
        (!Plain && !isSameForAll(Pointer->getType()->getPointeeType(), Type)))
      return false;
    RootSet Roots = Flow.rootsOfPointer(Pointer);
    if (Roots.empty() || llvm::any_of(Roots, [](const MemoryRoot &Root) {
          return Root.Kind != MemoryRoot::Global;
        }))
      return false;
    Copy.From.SourcePointer = Pointer;
    Copy.From.Source = E;
    return true;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    Copy.From.Source = InParens;
    return isChoiceOfElements(*Choice, Type, Flow, Ctx);
  }
  if (!E->isGLValue() || E->getType().isVolatileQualified() ||
      !isSameForAll(accessType(E, Ctx), Type) ||
      !isa<ArraySubscriptExpr, UnaryOperator, MemberExpr, DeclRefExpr,
           CastExpr>(E))
    return false;
  RootSet Roots = Flow.rootsOfObject(E);
  if (Roots.empty() || llvm::any_of(Roots, [](const MemoryRoot &Root) {
        return Root.Kind != MemoryRoot::Global;
      }))
    return false;
  Copy.From.Source = InParens;
  return true;
}

} // namespace cudapipe
