//===- Random.h - The executor's dice ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_RANDOM_H
#define CUDAPIPE_EXECUTOR_RANDOM_H

#include <cstddef>
#include <cstdint>

namespace cudapipe::executor {

/// splitmix64: small, and the same on every machine.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}

  uint64_t next() {
    uint64_t Z = (State += 0x9e3779b97f4a7c15ull);
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
    return Z ^ (Z >> 31);
  }
  /// A number in [0, Bound).
  unsigned below(std::size_t Bound) {
    return static_cast<unsigned>((next() >> 32) * Bound >> 32);
  }

private:
  uint64_t State;
};

} // namespace cudapipe::executor

#endif
