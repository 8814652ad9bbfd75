// The potential of atoms at the points of a grid.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *atoms, float *potential, int n_atoms,
                       int nx, int ny, int nz);

inline std::vector<bench::Size> sizes() {
  return {{{3000, 256, 256, 16}},
          {{128, 64, 8, 1}},
          {{200, 70, 9, 2}},
          {{3, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Atoms = S[0], X = S[1], Y = S[2], Z = S[3];
  const double Points = 1.0 * X * Y * Z;
  auto *A = Memory.template input<float>(size_t(Atoms) * 4);
  auto *P = Memory.template output<float>(size_t(X) * Y * Z);
  return {[=](decltype(launch) *Launch) { Launch(A, P, Atoms, X, Y, Z); },
          9.0 * Atoms * Points, 16.0 * Atoms + 4.0 * Points};
}
