// A potential between plates as a sum of modes, at any points.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *points, const double *amplitudes,
                       double *potential, double *field, int n, int modes);

inline std::vector<bench::Size> sizes() {
  return {{{135168, 1536}}, {{256, 64}}, {{300, 90}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Modes = S[1];
  auto *Points = Memory.template input<double>(size_t(2) * N);
  auto *Amplitudes = Memory.template input<double>(Modes);
  auto *Potential = Memory.template output<double>(N);
  auto *Field = Memory.template output<double>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(Points, Amplitudes, Potential, Field, N, Modes);
          },
          9.0 * N * Modes, 32.0 * N + 8.0 * Modes, bench::Unit::Fp64};
}
