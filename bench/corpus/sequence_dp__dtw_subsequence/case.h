// Patterns of 16 samples, side by side; a match is a cost and a place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *patterns, const float *signal, void
                       *matches, int n_patterns, int n_signal);

inline std::vector<bench::Size> sizes() {
  return {{{100000, 1500}}, {{128, 256}}, {{130, 300}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Patterns = S[0], Signal = S[1];
  auto *P = Memory.template input<float>(size_t(Patterns) * 16);
  auto *X = Memory.template input<float>(Signal);
  auto *M = Memory.template output<float>(size_t(Patterns) * 2);
  return {[=](decltype(launch) *Launch) {
            Launch(P, X, M, Patterns, Signal);
          },
          80.0 * Patterns * Signal,
          72.0 * Patterns + 4.0 * Signal};
}
