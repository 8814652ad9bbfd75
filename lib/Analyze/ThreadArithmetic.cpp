//===- ThreadArithmetic.cpp - Operators of one thread ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadRun.h"

using namespace clang;

namespace cudapipe {

RunValue ThreadRun::converted(RunValue Value, QualType To) const {
  if (Value.Kind != RunValue::Number || !To->isIntegralOrEnumerationType())
    return Value.Kind == RunValue::Address && To->isIntegerType() ? RunValue()
                                                                  : Value;
  if (To->isBooleanType())
    return {RunValue::Number, Value.N != 0};
  unsigned Bits = Area.Ctx.getIntWidth(To);
  if (Bits < 64) {
    uint64_t Low = uint64_t(Value.N) & ((uint64_t(1) << Bits) - 1);
    Value.N = To->isUnsignedIntegerOrEnumerationType()
                  ? int64_t(Low)
                  : llvm::SignExtend64(Low, Bits);
  }
  return Value;
}

RunValue ThreadRun::combine(BinaryOperatorKind Kind, RunValue L, RunValue R,
                            QualType Left, QualType Right, QualType Result) {
  if (Kind == BO_Add && R.Kind == RunValue::Address) {
    std::swap(L, R);
    std::swap(Left, Right);
  }
  if (L.Kind == RunValue::Address && R.Kind == RunValue::Number &&
      (Kind == BO_Add || Kind == BO_Sub)) {
    int64_t Step = sizeOf(Left->getPointeeType());
    return {RunValue::Address, L.N + (Kind == BO_Add ? R.N : -R.N) * Step};
  }
  if (L.Kind != RunValue::Number || R.Kind != RunValue::Number)
    return {};
  bool Unsigned = Left->isUnsignedIntegerOrEnumerationType();
  // Beyond 63 bits unsigned arithmetic is another.
  if (Unsigned && (L.N < 0 || R.N < 0) && Kind != BO_Add && Kind != BO_Sub &&
      Kind != BO_Mul)
    return {};
  int64_t Out = 0;
  switch (Kind) {
  case BO_Add:
    Out = int64_t(uint64_t(L.N) + uint64_t(R.N));
    break;
  case BO_Sub:
    Out = int64_t(uint64_t(L.N) - uint64_t(R.N));
    break;
  case BO_Mul:
    Out = int64_t(uint64_t(L.N) * uint64_t(R.N));
    break;
  case BO_Div:
  case BO_Rem:
    if (R.N == 0 || R.N == -1)
      return {};
    Out = Kind == BO_Div ? L.N / R.N : L.N % R.N;
    break;
  case BO_Shl:
  case BO_Shr:
    if (R.N < 0 || R.N > 62 || L.N < 0)
      return {};
    Out = Kind == BO_Shl ? int64_t(uint64_t(L.N) << R.N) : L.N >> R.N;
    break;
  case BO_And:
    Out = L.N & R.N;
    break;
  case BO_Or:
    Out = L.N | R.N;
    break;
  case BO_Xor:
    Out = L.N ^ R.N;
    break;
  case BO_LT:
    Out = L.N < R.N;
    break;
  case BO_GT:
    Out = L.N > R.N;
    break;
  case BO_LE:
    Out = L.N <= R.N;
    break;
  case BO_GE:
    Out = L.N >= R.N;
    break;
  case BO_EQ:
    Out = L.N == R.N;
    break;
  case BO_NE:
    Out = L.N != R.N;
    break;
  default:
    return {};
  }
  return converted({RunValue::Number, Out}, Result);
}

RunValue ThreadRun::binary(const BinaryOperator &Op) {
  const Expr *L = Op.getLHS(), *R = Op.getRHS();
  BinaryOperatorKind Kind = Op.getOpcode();
  if (Kind == BO_Assign) {
    RunValue Value = evaluate(R);
    store(L, Value);
    return Value;
  }
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(&Op)) {
    RunValue Value = evaluate(R);
    if (L->HasSideEffects(Area.Ctx))
      return fallback(&Op);
    QualType Type = Compound->getComputationLHSType();
    RunValue Old = converted(load(L), Type);
    RunValue Out =
        combine(BinaryOperator::getOpForCompoundAssignment(Kind), Old, Value,
                Type, R->getType(), Compound->getComputationResultType());
    store(L, Out);
    return converted(Out, L->getType());
  }
  if (Kind == BO_Comma) {
    evaluate(L);
    return evaluate(R);
  }
  RunValue Left = evaluate(L);
  if (Kind == BO_LAnd || Kind == BO_LOr) {
    if (Left.Kind != RunValue::Number)
      return fallback(R);
    if ((Left.N != 0) == (Kind == BO_LOr))
      return {RunValue::Number, Kind == BO_LOr};
    RunValue Right = evaluate(R);
    return Right.Kind == RunValue::Number
               ? RunValue{RunValue::Number, Right.N != 0}
               : RunValue();
  }
  RunValue Right = evaluate(R);
  return combine(Kind, Left, Right, L->getType(), R->getType(), Op.getType());
}

RunValue ThreadRun::unary(const UnaryOperator &Op) {
  const Expr *Sub = Op.getSubExpr();
  switch (Op.getOpcode()) {
  case UO_AddrOf: {
    Place At = locate(Sub);
    if (At.Byte)
      return {RunValue::Address, *At.Byte};
    return {};
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    RunValue Old = load(Sub);
    bool Up = Op.isIncrementOp();
    RunValue New = combine(Up ? BO_Add : BO_Sub, Old, {RunValue::Number, 1},
                           Sub->getType(), Area.Ctx.IntTy, Sub->getType());
    store(Sub, New);
    return Op.isPrefix() ? New : Old;
  }
  case UO_Plus:
    return evaluate(Sub);
  case UO_Minus:
    return combine(BO_Sub, {RunValue::Number, 0}, evaluate(Sub), Sub->getType(),
                   Sub->getType(), Op.getType());
  case UO_LNot: {
    RunValue Value = evaluate(Sub);
    return Value.Kind == RunValue::Number
               ? RunValue{RunValue::Number, Value.N == 0}
               : RunValue();
  }
  default:
    evaluate(Sub);
    return {};
  }
}

} // namespace cudapipe
