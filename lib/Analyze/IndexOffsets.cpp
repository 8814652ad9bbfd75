//===- IndexOffsets.cpp - How far into an array a subscript points --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBounds.h"
#include "cudapipe/Analyze/AccessType.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

std::optional<Polynomial> IndexBounds::moved(const Expr *Pointer,
                                             const Expr *Index, int Sign,
                                             const VarDecl *Array,
                                             const Place &P, unsigned Depth) {
  QualType Element = accessType(Pointer, Ctx);
  if (Element->isPointerType())
    Element = Element->getPointeeType();
  else if (const ArrayType *Type = Ctx.getAsArrayType(Element))
    Element = Type->getElementType();
  else
    return std::nullopt;
  if (Element->isDependentType() || Element->isIncompleteType())
    return std::nullopt;
  std::optional<Polynomial> Base = offset(Pointer, Array, P, Depth);
  if (!Base)
    return std::nullopt;
  int64_t Bytes = Ctx.getTypeSizeInChars(Element).getQuantity();
  return *Base + value(Index, P) * Polynomial(Sign * Bytes);
}

/// SharedMemory<float>(): the call returns \p Array, and does nothing else.
static bool returnsArray(const CallExpr &Call, const VarDecl *Array) {
  const FunctionDecl *Callee = Call.getDirectCallee(), *Definition = nullptr;
  const auto *Body = Callee && Callee->hasBody(Definition)
                         ? dyn_cast<CompoundStmt>(Definition->getBody())
                         : nullptr;
  const auto *Return = Body && !Body->body_empty()
                           ? dyn_cast<ReturnStmt>(Body->body_back())
                           : nullptr;
  const auto *Ref =
      Return && Return->getRetValue()
          ? dyn_cast<DeclRefExpr>(Return->getRetValue()->IgnoreParenCasts())
          : nullptr;
  return Ref &&
         Ref->getDecl()->getCanonicalDecl() == Array->getCanonicalDecl() &&
         llvm::all_of(Body->body(), [](const Stmt *S) {
           return isa<DeclStmt, ReturnStmt>(S);
         });
}

std::optional<Polynomial> IndexBounds::offset(const Expr *E,
                                              const VarDecl *Array,
                                              const Place &P, unsigned Depth) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParens();
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    // A base class may start behind the start of the object.
    if (Cast->getSubExpr()->getType()->isIntegerType() || !Cast->path_empty())
      return std::nullopt;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return returnsArray(*Call, Array) ? std::optional(Polynomial())
                                      : std::nullopt;
  if (Depth > MaxDepth)
    return std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return std::nullopt;
    if (Var->getCanonicalDecl() == Array->getCanonicalDecl())
      return Polynomial();
    // A parameter of a called function.
    if (auto It = P.Defs.find(Var); It != P.Defs.end())
      return offset(It->second, Array, P, Depth + 1);
    const Expr *Init = isa<ParmVarDecl>(Var) ? nullptr : Var->getInit();
    bool Address =
        Var->getType()->isPointerType() || Var->getType()->isReferenceType();
    if (!Init || !Address || !isNeverChanged(*Var))
      return std::nullopt;
    // What changes is asked for where the initializer names it.
    Place Declared = P;
    Declared.Before = true;
    return offset(Init, Array, Declared, Depth + 1);
  }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return moved(subscriptBase(*Sub), subscriptIndex(*Sub), 1, Array, P, Depth);
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    // A reference leads elsewhere, and bits have no address.
    if (!Field || Field->getType()->isReferenceType() || Field->isBitField() ||
        Field->getParent()->isDependentType())
      return std::nullopt;
    std::optional<Polynomial> Base = offset(Member->getBase(), Array, P, Depth);
    if (!Base)
      return std::nullopt;
    return *Base +
           Ctx.toCharUnitsFromBits(Ctx.getFieldOffset(Field)).getQuantity();
  }
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && (Op->getOpcode() == UO_AddrOf || Op->getOpcode() == UO_Deref))
    return offset(Op->getSubExpr(), Array, P, Depth);
  if (const auto *Op = dyn_cast<BinaryOperator>(E); Op && Op->isAdditiveOp()) {
    bool Swapped = Op->getLHS()->getType()->isIntegerType();
    const Expr *Pointer = Swapped ? Op->getRHS() : Op->getLHS();
    const Expr *Index = Swapped ? Op->getLHS() : Op->getRHS();
    if (Index->getType()->isIntegerType())
      return moved(Pointer, Index, Op->getOpcode() == BO_Add ? 1 : -1, Array, P,
                   Depth);
  }
  return std::nullopt;
}

} // namespace cudapipe
