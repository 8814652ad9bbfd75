// Primitives and the side of the grid.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *kinds, const float *numbers, float *grid, int
                       n, int res);

inline std::vector<bench::Size> sizes() {
  return {{{200, 160}}, {{64, 8}}, {{45, 11}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Res = S[1];
  auto *Kinds = Memory.indices(N, 0, 3);
  auto *Numbers = Memory.template input<float>(size_t(N) * 7);
  auto *Grid = Memory.template output<float>(size_t(Res) * Res * Res);
  return {[=](decltype(launch) *Launch) {
            Launch(Kinds, Numbers, Grid, N, Res);
          },
          25.0 * N * Res * Res * Res,
          4.0 * Res * Res * Res};
}
