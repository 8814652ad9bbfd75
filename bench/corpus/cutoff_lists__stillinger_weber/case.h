// Atoms, and the most neighbours of one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, const int *neighbours, const int *counts,
                       float *energy, int n, int most);

inline std::vector<bench::Size> sizes() {
  return {{{400000, 64}}, {{8, 32}}, {{11, 21}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Most = S[1];
  auto *X = Memory.template input<float>(size_t(N) * 3);
  auto *Neighbours = Memory.indices(size_t(N) * Most, 0, N);
  auto *Counts = Memory.indices(N, Most / 2, Most + 1);
  auto *Energy = Memory.template output<float>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Neighbours, Counts, Energy, N, Most);
          },
          300.0 * N * Most,
          4.0 * N * Most + 20.0 * N};
}
