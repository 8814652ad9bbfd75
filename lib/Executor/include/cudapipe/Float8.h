//===- Float8.h - __nv_fp8_e4m3 and __nv_fp8_e5m2 ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion saturates to the largest finite value, as CUDA's constructors do.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_FLOAT8_H
#define CUDAPIPE_EXECUTOR_FLOAT8_H

#include "Half.h"
#include "SmallFloats.h"

#include <algorithm>

using __nv_fp8_storage_t = unsigned char;

namespace cudapipe::executor {

/// e5m2 is a small IEEE format.
struct E5M2 {
  using Format = SmallFormat<5, 2>;
  static unsigned char encode(double V) {
    uint32_t Bits = Format::encode(V);
    if (!std::isnan(V) && (Bits & 0x7f) >= Format::Infinity)
      Bits = (Bits & 0x80) | 0x7b;
    return static_cast<unsigned char>(Bits);
  }
  static float decode(unsigned char Bits) {
    return static_cast<float>(Format::decode(Bits));
  }
};

/// e4m3 has no infinity: its top exponent holds numbers up to 448, and one NaN.
/// With one exponent bit more, the same numbers are an IEEE format's.
struct E4M3 {
  static unsigned char encode(double V) {
    if (std::isnan(V))
      return 0x7f;
    unsigned char Sign = std::signbit(V) ? 0x80 : 0;
    double Magnitude = std::fabs(V);
    // Round to the spacing at this magnitude; subnormals share 2^-9.
    int Exponent = Magnitude > 0 ? std::max(std::ilogb(Magnitude), -6) : -6;
    double Unit = std::ldexp(1.0, Exponent - 3);
    double Rounded = std::nearbyint(Magnitude / Unit) * Unit;
    if (!(Rounded <= 448))
      return Sign | 0x7e;
    if (Rounded < std::ldexp(1.0, -6))
      return Sign | static_cast<unsigned char>(Rounded / std::ldexp(1.0, -9));
    Exponent = std::ilogb(Rounded);
    auto Mantissa =
        static_cast<int>(Rounded / std::ldexp(1.0, Exponent - 3)) - 8;
    return static_cast<unsigned char>(Sign | (Exponent + 7) << 3 | Mantissa);
  }
  static float decode(unsigned char Bits) {
    int Exponent = Bits >> 3 & 15, Mantissa = Bits & 7;
    double V = (Bits & 0x7f) == 0x7f ? __builtin_nan("")
               : Exponent            ? std::ldexp(8 + Mantissa, Exponent - 10)
                                     : std::ldexp(Mantissa, -9);
    return static_cast<float>(Bits & 0x80 ? -V : V);
  }
};

} // namespace cudapipe::executor

#define CUDAPIPE_FP8(NAME, FORMAT)                                             \
  struct NAME {                                                                \
    __nv_fp8_storage_t __x;                                                    \
    NAME() = default;                                                          \
    explicit NAME(float V) : __x(cudapipe::executor::FORMAT::encode(V)) {}     \
    explicit NAME(double V) : __x(cudapipe::executor::FORMAT::encode(V)) {}    \
    explicit NAME(__half V)                                                    \
        : __x(cudapipe::executor::FORMAT::encode(float(V))) {}                 \
    explicit NAME(__nv_bfloat16 V)                                             \
        : __x(cudapipe::executor::FORMAT::encode(float(V))) {}                 \
    explicit operator float() const {                                          \
      return cudapipe::executor::FORMAT::decode(__x);                          \
    }                                                                          \
    explicit operator __half() const { return __half(float(*this)); }          \
  };
CUDAPIPE_FP8(__nv_fp8_e4m3, E4M3)
CUDAPIPE_FP8(__nv_fp8_e5m2, E5M2)
#undef CUDAPIPE_FP8

#endif
