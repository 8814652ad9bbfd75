//===- TraceArithmetic.cpp - Operators of a played copy -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyze/Threads/BlockQuery.h"
#include "CopyTrace.h"
#include "cudapipe/Analyze/AccessType.h"

using namespace clang;

namespace cudapipe {

/// The number \p N as a value of type \p To.
static int64_t wrapped(int64_t N, QualType To, const ASTContext &Ctx) {
  if (To->isBooleanType())
    return N != 0;
  unsigned Bits = Ctx.getIntWidth(To);
  if (Bits >= 64)
    return N;
  uint64_t Low = uint64_t(N) & ((uint64_t(1) << Bits) - 1);
  return To->isUnsignedIntegerOrEnumerationType()
             ? int64_t(Low)
             : llvm::SignExtend64(Low, Bits);
}

/// \p Kind of two numbers in \p Type; nothing if it is not defined.
static std::optional<int64_t> ofNumbers(BinaryOperatorKind Kind, int64_t L,
                                        int64_t R, bool Unsigned) {
  if (Unsigned && (L < 0 || R < 0))
    return std::nullopt; // beyond 63 bits
  switch (Kind) {
  case BO_Div:
    return R > 0 ? std::optional(L / R) : std::nullopt;
  case BO_Rem:
    return R > 0 ? std::optional(L % R) : std::nullopt;
  case BO_Shr:
    return R >= 0 && R < 63 && L >= 0 ? std::optional(L >> R) : std::nullopt;
  case BO_And:
    return L & R;
  case BO_Or:
    return L | R;
  case BO_Xor:
    return L ^ R;
  case BO_LT:
    return L < R;
  case BO_GT:
    return L > R;
  case BO_LE:
    return L <= R;
  case BO_GE:
    return L >= R;
  case BO_EQ:
    return L == R;
  case BO_NE:
    return L != R;
  default:
    return std::nullopt;
  }
}

TraceValue CopyTrace::combine(BinaryOperatorKind Kind, const Expr *Whole,
                              QualType Left, TraceValue L, TraceValue R) {
  if (Kind == BO_Add && R.Kind == TraceValue::Pointer)
    std::swap(L, R);
  if (L.Kind == TraceValue::Pointer)
    return (Kind == BO_Add || Kind == BO_Sub) &&
                   Whole->getType()->isPointerType()
               ? moved(L, Whole->getType()->getPointeeType(), R,
                       Kind == BO_Add ? 1 : -1)
               : TraceValue();
  if (L.Kind != TraceValue::Number || R.Kind != TraceValue::Number)
    return {};
  bool Varies = L.Varies || R.Varies;
  Polynomial Out;
  std::optional<int64_t> LeftN = L.number(), RightN = R.number();
  switch (Kind) {
  case BO_Add:
    Out = L.P + R.P;
    break;
  case BO_Sub:
    Out = L.P - R.P;
    break;
  case BO_Mul:
    Out = L.P * R.P;
    break;
  case BO_Shl:
    if (!RightN || *RightN < 0 || *RightN > 30)
      return {};
    Out = L.P * Polynomial(int64_t(1) << *RightN);
    break;
  default: {
    if (!LeftN || !RightN)
      return Varies ? TraceValue() : opaque(Whole);
    std::optional<int64_t> N = ofNumbers(
        Kind, *LeftN, *RightN, Left->isUnsignedIntegerOrEnumerationType());
    return N ? number(*N, Varies) : TraceValue();
  }
  }
  if (Out.isConstant() && Whole->getType()->isIntegralOrEnumerationType())
    Out = wrapped(Out.constant(), Whole->getType(), Ctx);
  return number(std::move(Out), Varies);
}

TraceValue CopyTrace::binary(const BinaryOperator &Op) {
  BinaryOperatorKind Kind = Op.getOpcode();
  if (Op.isAssignmentOp() || Kind == BO_Comma)
    return {};
  TraceValue L = evaluate(Op.getLHS());
  if (Kind == BO_LAnd || Kind == BO_LOr) {
    std::optional<int64_t> Left = L.number();
    if (Left && (*Left != 0) == (Kind == BO_LOr))
      return number(Kind == BO_LOr, L.Varies);
    TraceValue R = evaluate(Op.getRHS());
    std::optional<int64_t> Right = R.number();
    return Left && Right ? number(*Right != 0, L.Varies || R.Varies)
                         : TraceValue();
  }
  return combine(Kind, &Op, Op.getLHS()->getType(), L, evaluate(Op.getRHS()));
}

TraceValue CopyTrace::unary(const UnaryOperator &Op) {
  const Expr *Sub = Op.getSubExpr();
  switch (Op.getOpcode()) {
  case UO_AddrOf:
    return addressOf(Sub);
  case UO_Plus:
    return evaluate(Sub);
  case UO_Minus:
    return combine(BO_Sub, &Op, Op.getType(), number(0, false), evaluate(Sub));
  case UO_LNot: {
    TraceValue Value = evaluate(Sub);
    std::optional<int64_t> N = Value.number();
    return N ? number(!*N, Value.Varies) : TraceValue();
  }
  default:
    return {};
  }
}

TraceValue CopyTrace::computed(const Expr *E) {
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return evaluate(Full->getSubExpr());
  if (isa<PseudoObjectExpr>(E))
    return load(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      return load(Sub);
    case CK_ArrayToPointerDecay:
      return addressOf(Sub);
    case CK_IntegralCast:
    case CK_IntegralToBoolean: {
      TraceValue Value = evaluate(Sub);
      if (std::optional<int64_t> N = Value.number())
        Value.P = wrapped(*N, E->getType(), Ctx);
      else if (E->getType()->isBooleanType() ||
               Ctx.getIntWidth(E->getType()) < 32)
        return {};
      return Value;
    }
    case CK_BitCast:
    case CK_NoOp:
      return Sub->isGLValue() ? TraceValue() : evaluate(Sub);
    default:
      return {};
    }
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return binary(*Op);
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return unary(*Op);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    TraceValue Cond = evaluate(Choice->getCond());
    std::optional<int64_t> N = Cond.number();
    if (!N)
      return opaque(E);
    TraceValue Out =
        evaluate(*N ? Choice->getTrueExpr() : Choice->getFalseExpr());
    Out.Varies |= Cond.Varies;
    return Out;
  }
  switch (blockQuery(E)) {
  case BlockQuery::Rank:
    return Now.AnyThread
               ? TraceValue()
               : number((Now.Thread[2] * Now.BlockDim[1] + Now.Thread[1]) *
                                Now.BlockDim[0] +
                            Now.Thread[0],
                        true);
  case BlockQuery::Size:
    return number(Now.BlockDim[0] * std::max<int64_t>(1, Now.BlockDim[1]) *
                      std::max<int64_t>(1, Now.BlockDim[2]),
                  false);
  default:
    break;
  }
  if (isa<CallExpr>(E) && E->getType()->isIntegerType())
    return opaque(E);
  return {};
}

} // namespace cudapipe
