//===- PlainAccess.cpp - Functions that load or store one object ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainAccess.h"
#include "Analyze/Tiles/ZeroFill.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// The one statement of the free function that \p Call runs. A template's has
/// another type in every instantiation.
static const Stmt *onlyStatement(const CallExpr &Call) {
  const FunctionDecl *Function = knownCallee(Call);
  if (!Function || isa<CXXMethodDecl>(Function) || Function->isTemplated() ||
      Function->isTemplateInstantiation())
    return nullptr;
  Function = calledFunction(Call);
  const auto *Body =
      Function ? dyn_cast_or_null<CompoundStmt>(Function->getBody()) : nullptr;
  return Body && Body->size() == 1 ? Body->body_front() : nullptr;
}

/// Nothing but the one statement could change it, which only reads it.
static const ParmVarDecl *parameter(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Param = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  return Param && !Param->getType()->isReferenceType() ? Param : nullptr;
}

/// The pointer parameter whose value is the address of the object \p E.
static const ParmVarDecl *pointerTo(const Expr *E, const ASTContext &Ctx) {
  bool Dereferenced = false;
  while (true) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (Cast->getCastKind() != CK_NoOp && Cast->getCastKind() != CK_BitCast &&
          Cast->getCastKind() != CK_LValueBitCast &&
          Cast->getCastKind() != CK_LValueToRValue)
        return nullptr;
      E = Cast->getSubExpr();
    } else if (const auto *Op = dyn_cast<UnaryOperator>(E);
               Op && Op->getOpcode() == UO_Deref && !Dereferenced) {
      Dereferenced = true;
      E = Op->getSubExpr();
    } else if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E);
               Sub && !Dereferenced && isZero(subscriptIndex(*Sub), Ctx)) {
      Dereferenced = true;
      E = subscriptBase(*Sub);
    } else {
      break;
    }
  }
  const ParmVarDecl *Param = parameter(E);
  return Dereferenced && Param && Param->getType()->isPointerType() ? Param
                                                                    : nullptr;
}

static bool isPlain(QualType Type) {
  return !Type->isDependentType() && !Type.isVolatileQualified() &&
         !Type->isReferenceType();
}

std::optional<PlainAccess> plainStore(const CallExpr &Call,
                                      const ASTContext &Ctx) {
  const auto *E = dyn_cast_or_null<Expr>(onlyStatement(Call));
  if (!E || Call.getNumArgs() != 2)
    return std::nullopt;
  auto [To, Value] = sidesOf(E, Ctx);
  if (!To || !isPlain(To->getType()))
    return std::nullopt;
  const ParmVarDecl *Pointer = pointerTo(To, Ctx);
  const ParmVarDecl *Stored = parameter(stripCopies(Value)->IgnoreParens());
  if (!Pointer || !Stored ||
      !Ctx.hasSameUnqualifiedType(Stored->getType(), To->getType()))
    return std::nullopt;
  return PlainAccess{argumentFor(Call, *Pointer), argumentFor(Call, *Stored),
                     objectAlignment(To, Ctx)};
}

std::optional<PlainAccess> plainLoad(const CallExpr &Call,
                                     const ASTContext &Ctx) {
  const auto *Return = dyn_cast_or_null<ReturnStmt>(onlyStatement(Call));
  if (!Return || !Return->getRetValue() || Call.getNumArgs() != 1)
    return std::nullopt;
  const Expr *From = stripCopies(Return->getRetValue())->IgnoreParens();
  if (!From->isGLValue() || !isPlain(From->getType()) ||
      !Ctx.hasSameUnqualifiedType(From->getType(), Call.getType()))
    return std::nullopt;
  const ParmVarDecl *Pointer = pointerTo(From, Ctx);
  if (!Pointer)
    return std::nullopt;
  return PlainAccess{argumentFor(Call, *Pointer), nullptr,
                     objectAlignment(From, Ctx)};
}

} // namespace cudapipe
