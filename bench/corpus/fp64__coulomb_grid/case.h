// Charges in a box and the potential on nx x ny x nz points.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *atoms, double *potential, int natoms,
                       int nx, int ny, int nz);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 64, 64, 64}},
          {{128, 16, 8, 4}},
          {{150, 17, 9, 3}, 1},
          {{1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Atoms = S[0], X = S[1], Y = S[2], Z = S[3];
  auto *A = Memory.template input<double>(size_t(Atoms) * 4);
  auto *P = Memory.template output<double>(size_t(X) * Y * Z);
  return {[=](decltype(launch) *Launch) { Launch(A, P, Atoms, X, Y, Z); },
          6.0 * Atoms * X * Y * Z, 32.0 * Atoms + 8.0 * X * Y * Z};
}
