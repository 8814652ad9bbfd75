//===- SharedPlace.cpp - Where in shared memory ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPlace.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

/// All that it does with its one argument is to make a number of the address,
/// or another type.
static bool isAddressCast(const FunctionDecl &Callee, const ASTContext &Ctx) {
  if (Callee.getNumParams() != 1)
    return false;
  if (Callee.getIdentifier() &&
      (Callee.getName() == "__cvta_generic_to_shared" ||
       Callee.getName() == "barrier_native_handle"))
    return true;
  const Stmt *Body = Callee.getBody();
  return Body && !isLibraryFunction(Callee, Ctx) &&
         !holds(Body, [&](const Stmt &S) {
           if (const auto *Asm = dyn_cast<GCCAsmStmt>(&S)) {
             const std::string Text = Asm->getAsmString();
             return !StringRef(Text).contains("cvta") ||
                    StringRef(Text).contains("add");
           }
           if (const auto *Call = dyn_cast<CallExpr>(&S)) {
             const FunctionDecl *Inner = knownCallee(*Call);
             return !Inner || !isAddressCast(*Inner, Ctx);
           }
           return isa<BinaryOperator, UnaryOperator, ArraySubscriptExpr,
                      MemberExpr, ConditionalOperator, CXXConstructExpr>(S);
         });
}

/// \p E without casts; null where they load what lies in memory, or move the
/// address.
static const Expr *withoutCasts(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast)
      return E;
    const Expr *Of = Cast->getSubExpr()->IgnoreParens();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      if (!isa<DeclRefExpr>(Of))
        return nullptr;
      break;
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_Dynamic:
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion:
      return nullptr;
    default:
      break;
    }
    E = Of;
  }
}

/// No address, nor a number made of one, is in \p E.
static bool hasNoAddress(ExprOnWay At, unsigned Depth = 0) {
  At = outermost(At);
  return At.E && Depth < 16 &&
         !holds(
             At.E,
             [&](const Stmt &S) {
               if (isa<CallExpr>(S) && !isa<CXXOperatorCallExpr>(S))
                 return true;
               const auto *Ref = dyn_cast<DeclRefExpr>(&S);
               const auto *Var =
                   Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
               if (!Var)
                 return false;
               if (Var->hasAttr<CUDASharedAttr>() ||
                   Var->getType()->isPointerType() ||
                   Var->getType()->isArrayType())
                 return true;
               if (isa<ParmVarDecl>(Var))
                 return Ref != At.E &&
                        !hasNoAddress({Ref, At.Calls}, Depth + 1);
               return Var->hasLocalStorage() && Var->getInit() &&
                      !hasNoAddress({Var->getInit(), At.Calls}, Depth + 1);
             });
}

SharedPlace placeOf(ExprOnWay At, const ASTContext &Ctx,
                    llvm::function_ref<bool(const VarDecl *)> IsBase,
                    unsigned Depth) {
  if (!At.E || Depth > 32)
    return {};
  const Expr *E = withoutCasts(At.E);
  if (!E)
    return {};
  if (const VarDecl *Var = ringVariable(E)) {
    if (IsBase(Var) || Var->hasAttr<CUDASharedAttr>())
      return {Var, 0};
    if (const ExprOnWay Given = outermost({E, At.Calls}); Given.E != E)
      return placeOf(Given, Ctx, IsBase, Depth + 1);
    if (!Var->hasLocalStorage() || !Var->getInit() || isa<ParmVarDecl>(Var))
      return {};
    return placeOf({Var->getInit(), At.Calls}, Ctx, IsBase, Depth + 1);
  }
  auto Of = [&](const Expr *Part) {
    return placeOf({Part, At.Calls}, Ctx, IsBase, Depth + 1);
  };
  auto Behind = [&](SharedPlace Place, const Expr *By, int64_t Scale) {
    if (!hasNoAddress({By, At.Calls}))
      return SharedPlace();
    const ExprOnWay Number = outermost({By, At.Calls});
    const std::optional<int64_t> Count =
        Number.E && !Number.E->isValueDependent() ? constantValue(Number.E, Ctx)
                                                  : std::nullopt;
    Place.Offset = Place.Offset && Count
                       ? std::optional(*Place.Offset + *Count * Scale)
                       : std::nullopt;
    return Place;
  };
  auto SizeOf = [&](QualType Type) -> int64_t {
    return Type->isIncompleteType()
               ? 1
               : Ctx.getTypeSizeInChars(Type).getQuantity();
  };
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref
               ? Of(Op->getSubExpr())
               : SharedPlace();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return Behind(Of(Element->getBase()), Element->getIdx(),
                  SizeOf(Element->getType()));
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field || Field->getType()->isReferenceType() || Field->isBitField())
      return {};
    SharedPlace Out = Of(Member->getBase());
    if (Out.Offset)
      *Out.Offset +=
          Ctx.toCharUnitsFromBits(Ctx.getFieldOffset(Field)).getQuantity();
    return Out;
  }
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return Of(Temporary->getSubExpr());
  if (const auto *Op = dyn_cast<BinaryOperator>(E)) {
    if (Op->getOpcode() != BO_Add && Op->getOpcode() != BO_Sub)
      return {};
    const int64_t Scale = Op->getType()->isPointerType()
                              ? SizeOf(Op->getType()->getPointeeType())
                              : 1;
    if (SharedPlace Left = Of(Op->getLHS()); Left.Var)
      return Behind(Left, Op->getRHS(),
                    Op->getOpcode() == BO_Add ? Scale : -Scale);
    if (Op->getOpcode() == BO_Add)
      if (SharedPlace Right = Of(Op->getRHS()); Right.Var)
        return Behind(Right, Op->getLHS(), Scale);
    return {};
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    SharedPlace Out = Of(Member->getImplicitObjectArgument());
    Out.Offset = std::nullopt;
    return Out;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  if (!Callee || Call->getNumArgs() != 1 || !isAddressCast(*Callee, Ctx))
    return {};
  return Of(Call->getArg(0));
}

bool isPlainAddress(const Expr *E, const ASTContext &Ctx) {
  return placeOf({E, {}}, Ctx, [](const VarDecl *) { return true; }).Var;
}

} // namespace cudapipe
