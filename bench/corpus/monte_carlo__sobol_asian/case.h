// Dates, and paths: up to 2^20.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *directions, const float *drift, const
                       float *vol, float *payoff, int dims, int paths);

inline std::vector<bench::Size> sizes() {
  return {{{252, 262144}}, {{16, 128}}, {{13, 131}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Dims = S[0], Paths = S[1];
  auto *Directions = Memory.template input<unsigned>(size_t(Dims) * 20);
  auto *Drift = Memory.template input<float>(Dims);
  auto *Vol = Memory.template input<float>(Dims);
  auto *Payoff = Memory.template output<float>(Paths);
  return {[=](decltype(launch) *Launch) {
            Launch(Directions, Drift, Vol, Payoff, Dims, Paths);
          },
          65.0 * Dims * Paths,
          88.0 * Dims + 4.0 * Paths};
}
