// Derivatives of order 6 on tetrahedra.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *Dmat, const double *u, const double *geo,
                       double *rhs, int elements);

inline std::vector<bench::Size> sizes() {
  return {{{100000}}, {{8}}, {{19}, 1}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int E = S[0];
  auto *D = Memory.template input<double>(3 * 84 * 84);
  auto *U = Memory.template input<double>(size_t(E) * 84);
  auto *G = Memory.template input<double>(size_t(E) * 3);
  auto *R = Memory.template output<double>(size_t(E) * 84);
  return {[=](decltype(launch) *Launch) { Launch(D, U, G, R, E); },
          6.0 * 84 * 84 * E, 16.0 * 84 * E + 24.0 * E, bench::Unit::Fp64};
}
