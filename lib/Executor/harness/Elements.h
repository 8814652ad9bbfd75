//===- Elements.h - Values of buffers: made, compared, shown ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What knows the type of a buffer's elements; the rest sees bytes.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_ELEMENTS_H
#define CUDAPIPE_HARNESS_ELEMENTS_H

#include "CaseFile.h"
#include "RandomData.h"

#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

namespace cudapipe {

/// What two contents of a buffer differ by.
struct Differences {
  struct Place {
    size_t Index;
    std::string Expected, Actual;
  };
  /// Scalars in all, those with other bits, those beyond the tolerance.
  size_t Count = 0, Bits = 0, Beyond = 0;
  double LargestAbsolute = 0, LargestRelative = 0;
  /// The first elements beyond the tolerance, in order.
  std::vector<Place> First;
};

/// A hash of \p Seed and \p Counter: element I of a buffer is the same whatever
/// else is made.
inline uint64_t randomBits(uint64_t Seed, uint64_t Counter) {
  return RandomData(Seed * 0x2545f4914f6cdd1dull + Counter).next();
}

template <typename S> S randomScalar(const BufferWish &Wish, uint64_t Bits) {
  RandomData Dice(Bits);
  if (Wish.Low > Wish.High)
    return Dice.value<S>();
  if constexpr (std::is_integral<S>::value) {
    auto Low = static_cast<int64_t>(Wish.Low);
    auto Choices = static_cast<uint64_t>(Wish.High - Wish.Low) + 1;
    return static_cast<S>(Low + static_cast<int64_t>(Dice.next() % Choices));
  } else {
    double Value = Wish.Low + (Wish.High - Wish.Low) * (Dice.real() + 1) / 2;
    if constexpr (std::is_same<S, double>::value)
      return Value;
    else
      return static_cast<S>(static_cast<float>(Value));
  }
}

/// The value as a number: half and its like through float.
template <typename S> double asNumber(const S &Value) {
  if constexpr (std::is_arithmetic<S>::value)
    return static_cast<double>(Value);
  else
    return static_cast<double>(static_cast<float>(Value));
}

template <typename S> std::string shown(const S &Value) {
  char Text[40];
  if constexpr (std::is_integral<S>::value)
    std::snprintf(Text, sizeof(Text), "%lld", static_cast<long long>(Value));
  else
    std::snprintf(Text, sizeof(Text),
                  std::is_same<S, double>::value ? "%.17g" : "%.9g",
                  asNumber(Value));
  return Text;
}

template <typename T> struct Elements {
  using Scalar = typename ScalarOf<T>::type;
  static constexpr size_t PerElement = sizeof(T) / sizeof(Scalar);

  static void fill(std::vector<unsigned char> &Bytes, const BufferWish &Wish,
                   uint64_t Seed) {
    for (size_t I = 0; I < Bytes.size() / sizeof(Scalar); ++I) {
      Scalar Value = randomScalar<Scalar>(Wish, randomBits(Seed, I));
      std::memcpy(&Bytes[I * sizeof(Scalar)], &Value, sizeof(Scalar));
    }
  }

  static Differences compare(const std::vector<unsigned char> &Expected,
                             const std::vector<unsigned char> &Actual,
                             const BufferWish &Wish) {
    constexpr size_t MostShown = 5;
    Differences Out;
    Out.Count = Expected.size() / sizeof(Scalar);
    for (size_t I = 0; I < Out.Count; ++I) {
      const unsigned char *Old = &Expected[I * sizeof(Scalar)];
      const unsigned char *New = &Actual[I * sizeof(Scalar)];
      if (std::memcmp(Old, New, sizeof(Scalar)) == 0)
        continue;
      ++Out.Bits;
      Scalar A, B;
      std::memcpy(&A, Old, sizeof(Scalar));
      std::memcpy(&B, New, sizeof(Scalar));
      double Want = asNumber(A), Have = asNumber(B);
      bool BothNan = std::isnan(Want) && std::isnan(Have);
      double Off = BothNan || Want == Have ? 0 : std::fabs(Want - Have);
      if (Off > Out.LargestAbsolute)
        Out.LargestAbsolute = Off;
      if (double Part = Want != 0 ? Off / std::fabs(Want) : 0;
          Part > Out.LargestRelative)
        Out.LargestRelative = Part;
      // Written so that a NaN on one side is beyond.
      bool IsNear = !Wish.IsExact &&
                    (Off <= Wish.Absolute + Wish.Relative * std::fabs(Want));
      if (IsNear)
        continue;
      ++Out.Beyond;
      if (Out.First.size() < MostShown)
        Out.First.push_back({I, shown(A), shown(B)});
    }
    return Out;
  }
};

} // namespace cudapipe

#endif
