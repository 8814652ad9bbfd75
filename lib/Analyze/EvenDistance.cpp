//===- EvenDistance.cpp - Comparisons on which all threads agree ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   const float *a = A + threadIdx.x;
//   const float *const end = a + K;
//   for (; a < end; a += 64) ...
//
// The pointers differ from thread to thread, their distance does not: it starts
// with K, and all threads make the same steps. That they make them together is
// shown by what is being shown, from trip to trip.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Taint.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

static const VarDecl *variableIn(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() ? Var : nullptr;
}

static bool hasTypeOf(const VarDecl &Var, QualType Type) {
  return Type.getCanonicalType().getUnqualifiedType() ==
         Var.getType().getCanonicalType().getUnqualifiedType();
}

/// The other operand of `Var + e`, `e + Var`, `Var - e` or `&Var[e]`, or null.
static const Expr *distanceFrom(const VarDecl &Var, const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(E);
      Op && Op->getOpcode() == UO_AddrOf) {
    const auto *Element =
        dyn_cast<ArraySubscriptExpr>(Op->getSubExpr()->IgnoreParens());
    return Element && variableIn(Element->getBase()) == &Var ? Element->getIdx()
                                                             : nullptr;
  }
  // A sum in another type may wrap around for some threads.
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || !Op->isAdditiveOp() || !hasTypeOf(Var, Op->getType()))
    return nullptr;
  if (variableIn(Op->getLHS()) == &Var)
    return Op->getRHS();
  return Op->getOpcode() == BO_Add && variableIn(Op->getRHS()) == &Var
             ? Op->getLHS()
             : nullptr;
}

/// Goes through a function in its order.
class Taint::Walk {
public:
  Walk(const Taint &Threads, const VarDecl &Moving, const VarDecl &End)
      : Threads(Threads), Moving(Moving), End(End) {}

  /// From where End is declared, Moving is only read, and moved on by all
  /// threads together.
  bool isEven(const Stmt *S, bool Control = false);

private:
  bool isEvenStep(const Expr *By, bool Control) const {
    return !Behind || (!Control && (!By || !Threads.reaches(By)));
  }

  const Taint &Threads;
  const VarDecl &Moving, &End;
  bool Behind = false;
};

bool Taint::Walk::isEven(const Stmt *S, bool Control) {
  if (!S)
    return true;
  if (isa<LabelStmt, GotoStmt>(S))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != &Moving;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return llvm::none_of(Lambda->captures(), [&](const LambdaCapture &C) {
      return C.capturesVariable() &&
             (C.getCapturedVar() == &Moving || C.getCapturedVar() == &End);
    });
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
    return true;
  Control |= Threads.controls(S, Control);
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp() &&
      variableIn(Op->getSubExpr()) == &Moving)
    return isEvenStep(nullptr, Control);
  if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
    if (Op->isLogicalOp())
      return isEven(Op->getLHS(), Control) &&
             isEven(Op->getRHS(), Control || Threads.reaches(Op->getLHS()));
    if (Op->isAssignmentOp() && variableIn(Op->getLHS()) == &Moving) {
      const auto *Step = dyn_cast<CompoundAssignOperator>(Op);
      bool Steps = (Op->getOpcode() == BO_AddAssign ||
                    Op->getOpcode() == BO_SubAssign) &&
                   Step && hasTypeOf(Moving, Step->getComputationResultType());
      const Expr *By = Steps ? Op->getRHS() : nullptr;
      if (Op->getOpcode() == BO_Assign)
        By = distanceFrom(Moving, Op->getRHS());
      return (By || !Behind) && isEven(Op->getRHS(), Control) &&
             isEvenStep(By, Control);
    }
  }
  for (const Stmt *Child : S->children())
    if (!isEven(Child, Control))
      return false;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    Behind |= llvm::is_contained(Decls->decls(), &End);
  return true;
}

/// \p Op compares a pointer, or a signed number, with what it was when it was
/// as far from it as for all threads.
bool Taint::comparesEvenly(const BinaryOperator &Op) const {
  if (Kind != Seed::ThreadIndex || Op.isTypeDependent())
    return false;
  const VarDecl *Left = variableIn(Op.getLHS()),
                *Right = variableIn(Op.getRHS());
  if (!Left || !Right)
    return false;
  for (auto [Moving, End] : {std::pair(Left, Right), std::pair(Right, Left)}) {
    QualType Type = Moving->getType().getCanonicalType().getUnqualifiedType();
    // Unsigned numbers start again from zero, narrow ones from below.
    bool Orders = Type->isPointerType() ||
                  (Type->isSignedIntegerType() && Ctx.getTypeSize(Type) >= 32);
    const Expr *Start = initialValue(*End);
    const Expr *Apart =
        Start && isNeverChanged(*End) ? distanceFrom(*Moving, Start) : nullptr;
    if (!Orders || !Apart || reaches(Apart) ||
        !Ctx.hasSameUnqualifiedType(Start->getType(), Moving->getType()) ||
        !Ctx.hasSameUnqualifiedType(End->getType(), Moving->getType()))
      continue;
    if (!Assumed.insert(&Op).second)
      return true;
    bool Even = Walk(*this, *Moving, *End).isEven(Scope);
    Assumed.erase(&Op);
    if (Even)
      return true;
  }
  return false;
}

} // namespace cudapipe
