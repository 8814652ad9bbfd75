// Twice the number of negatives that each positive is above of.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *pos, const float *neg, int *twice_wins,
                       int n_pos, int n_neg);

inline std::vector<bench::Size> sizes() {
  return {{{400000, 20000}}, {{512, 1024}}, {{515, 700}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Pos = S[0], Neg = S[1];
  auto *P = Memory.template input<float>(Pos);
  auto *N = Memory.template input<float>(Neg);
  auto *Wins = Memory.template output<int>(Pos);
  return {[=](decltype(launch) *Launch) { Launch(P, N, Wins, Pos, Neg); },
          2.0 * Pos * Neg, 8.0 * Pos + 4.0 * Neg};
}
