//===- SmallFloats.h - Rounding to fewer bits than a float ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One exact routine for half, bfloat16, fp8 and tf32: from double, round to
// nearest even.  float converts to double exactly, so nothing rounds twice.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_SMALLFLOATS_H
#define CUDAPIPE_EXECUTOR_SMALLFLOATS_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace cudapipe::executor {

enum class Rounding { NearestEven, Zero, Up, Down };

/// A binary format with a sign, ExponentBits and MantissaBits, and IEEE's
/// infinities, NaNs and subnormals.
template <int ExponentBits, int MantissaBits> struct SmallFormat {
  static constexpr int Bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr uint32_t Infinity = ((1u << ExponentBits) - 1)
                                       << MantissaBits;
  static constexpr uint32_t NaN = (1u << (ExponentBits + MantissaBits)) - 1;
  static constexpr uint32_t Sign = 1u << (ExponentBits + MantissaBits);

  static uint32_t encode(double Value, Rounding Mode = Rounding::NearestEven) {
    uint64_t Bits;
    std::memcpy(&Bits, &Value, 8);
    uint32_t SignBit = Bits >> 63 ? Sign : 0;
    if (std::isnan(Value))
      return NaN; // CUDA's canonical NaN is positive.
    if (std::isinf(Value))
      return SignBit | Infinity;
    int Exponent = static_cast<int>(Bits >> 52 & 0x7ff) - 1023;
    if (Exponent == -1023) // Zero, or far below our smallest subnormal.
      return SignBit | (away(Value, Mode) ? 1 : 0);
    uint64_t Mantissa = (Bits & ((1ull << 52) - 1)) | 1ull << 52;
    // Keep MantissaBits below the leading one; fewer when subnormal.
    int Drop = 52 - MantissaBits;
    if (Exponent < 1 - Bias)
      Drop += 1 - Bias - Exponent;
    if (Drop > 62)
      Drop = 62;
    uint64_t Kept = Mantissa >> Drop;
    uint64_t Rest = Mantissa & ((1ull << Drop) - 1);
    uint64_t Half = 1ull << (Drop - 1);
    bool Increment = Mode == Rounding::NearestEven
                         ? Rest > Half || (Rest == Half && (Kept & 1))
                         : Rest && away(Value, Mode);
    Kept += Increment;
    // The leading one adds itself to the exponent field, carries included.
    uint64_t Field = Exponent < 1 - Bias
                         ? 0
                         : static_cast<uint64_t>(Exponent + Bias - 1)
                               << MantissaBits;
    uint64_t Result = Field + Kept;
    if (Result >= Infinity) {
      bool ToInfinity = Mode == Rounding::NearestEven || away(Value, Mode);
      Result = ToInfinity ? Infinity : Infinity - 1;
    }
    return SignBit | static_cast<uint32_t>(Result);
  }

  static double decode(uint32_t Bits) {
    uint32_t Magnitude = Bits & (Sign - 1);
    double Value;
    if (Magnitude > Infinity) {
      Value = __builtin_nan("");
    } else if (Magnitude == Infinity) {
      Value = __builtin_inf();
    } else {
      int Exponent = static_cast<int>(Magnitude >> MantissaBits);
      uint32_t Mantissa = Magnitude & ((1u << MantissaBits) - 1);
      Value = Exponent ? std::ldexp(Mantissa + (1u << MantissaBits),
                                    Exponent - Bias - MantissaBits)
                       : std::ldexp(Mantissa, 1 - Bias - MantissaBits);
    }
    return Bits & Sign ? -Value : Value;
  }

private:
  /// Whether the directed mode rounds \p Value away from zero.
  static bool away(double Value, Rounding Mode) {
    return Value != 0 &&
           (Value < 0 ? Mode == Rounding::Down : Mode == Rounding::Up);
  }
};

using HalfFormat = SmallFormat<5, 10>;
using BFloat16Format = SmallFormat<8, 7>;
using Tf32Format = SmallFormat<8, 10>;

/// a * b + c in double, rounded to odd, so that a second rounding to at most
/// 24 bits is exact.  The product of two such small floats is exact.
inline double fmaToOdd(double A, double B, double C) {
  double Product = A * B;
  double Sum = Product + C;
  if (!std::isfinite(Sum))
    return Sum;
  double Part = Sum - Product;
  double Error = (Product - (Sum - Part)) + (C - Part);
  uint64_t Bits;
  std::memcpy(&Bits, &Sum, 8);
  if (Error != 0 && !(Bits & 1)) {
    bool Outwards = (Error > 0) == (Sum > 0);
    Bits += Outwards ? 1 : -1;
    std::memcpy(&Sum, &Bits, 8);
  }
  return Sum;
}

} // namespace cudapipe::executor

#endif
