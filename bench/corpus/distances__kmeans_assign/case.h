// The closest centre of each point; any sizes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *points, const float *centres, int *label,
                       float *distance, int n, int k, int dim);

inline std::vector<bench::Size> sizes() {
  return {{{200000, 256, 96}},
          {{64, 64, 16}},
          {{70, 100, 21}, 1},
          {{1, 2, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], K = S[1], Dim = S[2];
  auto *Points = Memory.template input<float>(size_t(N) * Dim);
  auto *Centres = Memory.template input<float>(size_t(K) * Dim);
  auto *Label = Memory.template output<int>(N);
  auto *Distance = Memory.template output<float>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(Points, Centres, Label, Distance, N, K, Dim);
          },
          3.0 * N * K * Dim, 4.0 * (1.0 * N + K) * Dim + 8.0 * N,
          bench::Unit::Unknown};
}
