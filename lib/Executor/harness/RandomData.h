//===- RandomData.h - Reproducible contents for buffers ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating values have full mantissas, so that a changed order of summation
// changes bits; integers are small, so that sums do not overflow.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_HARNESS_RANDOMDATA_H
#define CUDAPIPE_HARNESS_RANDOMDATA_H

#include <cstdint>
#include <type_traits>

namespace cudapipe {

/// splitmix64.
class RandomData {
public:
  explicit RandomData(uint64_t Seed) : State(Seed * 0x9e3779b97f4a7c15ull) {}

  uint64_t next() {
    uint64_t Z = (State += 0x9e3779b97f4a7c15ull);
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
    return Z ^ (Z >> 31);
  }
  /// In [Low, High].
  int integer(int Low, int High) {
    return Low + static_cast<int>(next() % (uint64_t(High - Low) + 1));
  }
  /// In [-1, 1).
  double real() {
    return static_cast<double>(next() >> 11) / (1ull << 52) - 1.0;
  }
  template <typename T> T value() {
    if constexpr (!std::is_integral<T>::value)
      return static_cast<T>(static_cast<float>(real())); // half, fp8, ...
    else if constexpr (std::is_unsigned<T>::value)
      return static_cast<T>(integer(0, 15));
    else
      return static_cast<T>(integer(-8, 7));
  }

private:
  uint64_t State;
};
template <> inline double RandomData::value<double>() { return real(); }

/// float4 is filled as four floats: the type of T::x where T has one.
template <typename T, typename = void> struct ScalarOf {
  using type = T;
};
template <typename T> struct ScalarOf<T, decltype((void)T::x)> {
  using type = decltype(T::x);
};

} // namespace cudapipe

#endif
