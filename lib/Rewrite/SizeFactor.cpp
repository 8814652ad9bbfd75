//===- SizeFactor.cpp - Powers of two that divide a size ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wrap-around does no harm: a power of two that divides the exact value divides
// it modulo 2^32 too.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/ConstantInt.h"
#include "cudapipe/Rewrite/EditLaunches.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cudapipe {
namespace {

constexpr uint64_t MaxFactor = uint64_t(1) << 20;
/// A variable may start from another; not endlessly.
constexpr unsigned MaxDepth = 16;

uint64_t lowBit(uint64_t Value) {
  return Value == 0 ? MaxFactor : std::min(Value & (~Value + 1), MaxFactor);
}

/// The largest power of two that is known to divide \p E.
uint64_t factorOf(const Expr *E, const ASTContext &Ctx, unsigned Depth) {
  E = E->IgnoreParens();
  if (Depth > MaxDepth)
    return 1;
  auto Of = [&](const Expr *Inner) { return factorOf(Inner, Ctx, Depth + 1); };
  if (!E->isValueDependent() && !E->isTypeDependent()) {
    if (!E->getType()->isIntegralOrEnumerationType())
      return 1;
    Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, Ctx))
      return lowBit(clampedValue(Result.Val.getInt()));
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    // From a bool or a floating point number it is another value.
    bool Integral = From->isTypeDependent() ||
                    (From->getType()->isIntegralOrEnumerationType() &&
                     !E->getType()->isBooleanType());
    return Integral ? Of(From) : 1;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return std::min(Of(Choice->getTrueExpr()), Of(Choice->getFalseExpr()));
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    const Expr *Start = Var ? initialValue(*Var) : nullptr;
    if (Start && isNeverChanged(*Var) && !Var->getType()->isReferenceType() &&
        (Var->getType()->isDependentType() ||
         Var->getType()->isIntegralOrEnumerationType()))
      return Of(Start);
    return 1;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op)
    return 1;
  uint64_t L = Of(Op->getLHS()), R = Of(Op->getRHS());
  switch (Op->getOpcode()) {
  case BO_Mul:
    return std::min(L * R, MaxFactor);
  case BO_Add:
  case BO_Sub:
    return std::min(L, R);
  case BO_And:
    return std::max(L, R);
  case BO_Shl: {
    Expr::EvalResult By;
    const Expr *Right = Op->getRHS();
    if (Right->isValueDependent() || !Right->EvaluateAsInt(By, Ctx) ||
        clampedValue(By.Val.getInt()) < 0 || clampedValue(By.Val.getInt()) > 20)
      return L;
    return std::min(L << clampedValue(By.Val.getInt()), MaxFactor);
  }
  default:
    return 1;
  }
}

} // namespace

bool isMultipleOf(const Expr *Size, uint64_t Alignment, const ASTContext &Ctx) {
  return factorOf(Size, Ctx, 0) >= Alignment;
}

} // namespace cudapipe
