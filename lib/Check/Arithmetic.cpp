//===- Arithmetic.cpp - Numbers as the device computes them ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;

namespace cudapipe::check {

static const fltSemantics &semanticsOf(unsigned Bits) {
  return Bits == BFloatBits ? APFloat::BFloat() : APFloat::IEEEhalf();
}

double asFloat(uint64_t Value, unsigned Bits) {
  if (Bits == 32)
    return bit_cast<float>(uint32_t(Value));
  if (Bits == 64)
    return bit_cast<double>(Value);
  APFloat Number(semanticsOf(Bits), APInt(16, Value & 0xffff));
  bool LosesInfo = false;
  Number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &LosesInfo);
  return Number.convertToDouble();
}

uint64_t fromFloat(double Value, unsigned Bits) {
  if (Bits == 32)
    return bit_cast<uint32_t>(float(Value));
  if (Bits == 64)
    return bit_cast<uint64_t>(Value);
  APFloat Number(Value);
  bool LosesInfo = false;
  Number.convert(semanticsOf(Bits), APFloat::rmNearestTiesToEven, &LosesInfo);
  return Number.bitcastToAPInt().getZExtValue();
}

static bool holds(unsigned Predicate, uint64_t A, uint64_t B, unsigned Bits) {
  const int64_t X = asSigned(A, Bits), Y = asSigned(B, Bits);
  switch (Predicate) {
  case CmpInst::ICMP_EQ:
    return A == B;
  case CmpInst::ICMP_NE:
    return A != B;
  case CmpInst::ICMP_UGT:
    return A > B;
  case CmpInst::ICMP_UGE:
    return A >= B;
  case CmpInst::ICMP_ULT:
    return A < B;
  case CmpInst::ICMP_ULE:
    return A <= B;
  case CmpInst::ICMP_SGT:
    return X > Y;
  case CmpInst::ICMP_SGE:
    return X >= Y;
  case CmpInst::ICMP_SLT:
    return X < Y;
  default:
    return X <= Y;
  }
}

/// The bits of a predicate are: equal, greater, less, unordered.
static bool holdsOfFloats(unsigned Predicate, double X, double Y) {
  const bool IsUnordered = std::isnan(X) || std::isnan(Y);
  if (IsUnordered)
    return Predicate & 8;
  return (X == Y && (Predicate & 1)) || (X > Y && (Predicate & 2)) ||
         (X < Y && (Predicate & 4));
}

static uint64_t divided(OpKind Kind, unsigned Bits, uint64_t A, uint64_t B) {
  const uint64_t Mask = lowBits(Bits);
  const int64_t X = asSigned(A, Bits), Y = asSigned(B, Bits);
  switch (Kind) {
  case OpKind::UDiv:
    return B ? A / B : Mask;
  case OpKind::URem:
    return B ? A % B : 0;
  case OpKind::SDiv:
    return Y == 0 ? Mask : (Y == -1 ? 0 - A : X / Y) & Mask;
  default:
    return Y == 0 || Y == -1 ? 0 : uint64_t(X % Y) & Mask;
  }
}

static uint64_t toInteger(double Value, bool IsSigned, unsigned Bits) {
  if (IsSigned)
    return uint64_t(int64_t(std::fabs(Value) < 9e18 ? Value : 0)) &
           lowBits(Bits);
  return (Value > 0 && Value < 1.8e19 ? uint64_t(Value) : 0) & lowBits(Bits);
}

uint64_t computed(OpKind Kind, const Op &O, uint64_t A, uint64_t B) {
  const unsigned Bits = O.Bits;
  const uint64_t Mask = lowBits(Bits);
  auto F = [&](uint64_t Value) { return asFloat(Value, Bits); };
  switch (Kind) {
  case OpKind::Add:
    return (A + B) & Mask;
  case OpKind::Sub:
    return (A - B) & Mask;
  case OpKind::Mul:
    return (A * B) & Mask;
  case OpKind::And:
    return A & B;
  case OpKind::Or:
    return A | B;
  case OpKind::Xor:
    return A ^ B;
  case OpKind::UDiv:
  case OpKind::SDiv:
  case OpKind::URem:
  case OpKind::SRem:
    return divided(Kind, Bits, A, B);
  case OpKind::Shl:
    return B >= Bits ? 0 : (A << B) & Mask;
  case OpKind::LShr:
    return B >= Bits ? 0 : A >> B;
  case OpKind::AShr:
    return uint64_t(asSigned(A, Bits) >> std::min<uint64_t>(B, Bits - 1)) &
           Mask;
  case OpKind::FAdd:
    return fromFloat(F(A) + F(B), Bits);
  case OpKind::FSub:
    return fromFloat(F(A) - F(B), Bits);
  case OpKind::FMul:
    return fromFloat(F(A) * F(B), Bits);
  case OpKind::FDiv:
    return fromFloat(F(A) / F(B), Bits);
  case OpKind::FRem:
    return fromFloat(std::fmod(F(A), F(B)), Bits);
  case OpKind::FNeg:
    return fromFloat(-F(A), Bits);
  case OpKind::ICmp:
    return holds(O.Variant, A, B, O.FromBits);
  case OpKind::FCmp:
    return holdsOfFloats(O.Variant, asFloat(A, O.FromBits),
                         asFloat(B, O.FromBits));
  case OpKind::Trunc:
    return A & Mask;
  case OpKind::SExt:
    return uint64_t(asSigned(A, O.FromBits)) & Mask;
  case OpKind::FPToSI:
  case OpKind::FPToUI:
    return toInteger(asFloat(A, O.FromBits), Kind == OpKind::FPToSI, Bits);
  case OpKind::SIToFP:
    return fromFloat(double(asSigned(A, O.FromBits)), Bits);
  case OpKind::UIToFP:
    return fromFloat(double(A), Bits);
  case OpKind::FPConvert:
    return fromFloat(asFloat(A, O.FromBits), Bits);
  default:
    return A;
  }
}

bool computeWide(const Op &O, const uint8_t *A, const uint8_t *B, uint8_t *To) {
  using Wide = unsigned __int128;
  Wide X = 0, Y = 0, Result = 0;
  const size_t Read = O.FromBits > 64 ? 16 : 8;
  std::memcpy(&X, A, Read);
  std::memcpy(&Y, B, Read);
  switch (OpKind(O.Variant)) {
  case OpKind::Trunc:
  case OpKind::ZExt:
    Result = X;
    break;
  case OpKind::And:
    Result = X & Y;
    break;
  case OpKind::Or:
    Result = X | Y;
    break;
  case OpKind::Xor:
    Result = X ^ Y;
    break;
  case OpKind::Add:
    Result = X + Y;
    break;
  case OpKind::Sub:
    Result = X - Y;
    break;
  case OpKind::Mul:
    Result = X * Y;
    break;
  case OpKind::Shl:
    Result = Y > 127 ? 0 : X << int(Y);
    break;
  case OpKind::LShr:
    Result = Y > 127 ? 0 : X >> int(Y);
    break;
  default:
    return false;
  }
  if (O.Bits < 128)
    Result &= (Wide(1) << O.Bits) - 1;
  std::memcpy(To, &Result, O.Bits > 64 ? 16 : 8);
  return true;
}

static double floatFunction(MathKind Kind, double X, double Y, double Z) {
  switch (Kind) {
  case MathKind::Exp:
    return std::exp(X);
  case MathKind::Exp2:
    return std::exp2(X);
  case MathKind::Exp10:
    return std::pow(10.0, X);
  case MathKind::Log:
    return std::log(X);
  case MathKind::Log2:
    return std::log2(X);
  case MathKind::Log10:
    return std::log10(X);
  case MathKind::Sqrt:
    return std::sqrt(X);
  case MathKind::RSqrt:
    return 1 / std::sqrt(X);
  case MathKind::Sin:
    return std::sin(X);
  case MathKind::Cos:
    return std::cos(X);
  case MathKind::Tan:
    return std::tan(X);
  case MathKind::Tanh:
    return std::tanh(X);
  case MathKind::FAbs:
    return std::fabs(X);
  case MathKind::Floor:
    return std::floor(X);
  case MathKind::Ceil:
    return std::ceil(X);
  case MathKind::Round:
    return std::nearbyint(X);
  case MathKind::Trunc:
    return std::trunc(X);
  case MathKind::FMA:
    return X * Y + Z;
  case MathKind::FMax:
    return std::fmax(X, Y);
  case MathKind::FMin:
    return std::fmin(X, Y);
  case MathKind::Pow:
    return std::pow(X, Y);
  case MathKind::Erf:
    return std::erf(X);
  case MathKind::Reciprocal:
    return 1 / X;
  default:
    return X / Y;
  }
}

static uint64_t bytesPermuted(uint64_t A, uint64_t B, uint64_t Selector) {
  const uint64_t All = (B << 32) | (A & 0xffffffff);
  uint64_t Out = 0;
  for (unsigned I = 0; I < 4; ++I)
    Out |= (All >> (8 * (Selector >> (4 * I) & 7)) & 0xff) << (8 * I);
  return Out;
}

uint64_t functionOf(const Op &O, uint64_t A, uint64_t B, uint64_t C) {
  const unsigned Bits = O.FromBits ? O.FromBits : O.Bits;
  const uint64_t Mask = lowBits(Bits);
  const int64_t X = asSigned(A, Bits), Y = asSigned(B, Bits);
  using Wide = unsigned __int128;
  const auto Kind = MathKind(O.Variant);
  if (Kind < MathKind::SMax)
    return fromFloat(floatFunction(Kind, asFloat(A, O.Bits), asFloat(B, O.Bits),
                                   asFloat(C, O.Bits)),
                     O.Bits);
  switch (Kind) {
  case MathKind::SMax:
    return X > Y ? A : B;
  case MathKind::SMin:
    return X < Y ? A : B;
  case MathKind::UMax:
    return std::max(A, B);
  case MathKind::UMin:
    return std::min(A, B);
  case MathKind::Abs:
    return uint64_t(X < 0 ? -X : X) & Mask;
  case MathKind::UMulHi:
    return uint64_t(Wide(A) * B >> Bits) & Mask;
  case MathKind::SMulHi:
    return uint64_t(Wide(__int128(X) * Y) >> Bits) & Mask;
  case MathKind::Mul24:
    return (A * B) & Mask;
  case MathKind::PopCount:
    return popcount(A & Mask);
  case MathKind::LeadingZeros:
    return countl_zero(A & Mask) - (64 - Bits);
  case MathKind::TrailingZeros:
    return A & Mask ? countr_zero(A) : Bits;
  case MathKind::FindFirst:
    return A & Mask ? countr_zero(A) + 1 : 0;
  case MathKind::BitReverse:
    return reverseBits(A) >> (64 - Bits);
  case MathKind::FunnelLeft: {
    const unsigned By = C % Bits;
    return By ? (A << By | B >> (Bits - By)) & Mask : A;
  }
  case MathKind::FunnelRight: {
    const unsigned By = C % Bits;
    return By ? (B >> By | A << (Bits - By)) & Mask : B;
  }
  default:
    return bytesPermuted(A, B, C);
  }
}

} // namespace cudapipe::check
