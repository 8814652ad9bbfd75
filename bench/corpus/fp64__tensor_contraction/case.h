// `occ` occupied and `vir` virtual orbitals.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *t2, const double *v2, double *r, int occ,
                       int vir);

inline std::vector<bench::Size> sizes() {
  return {{{20, 72}}, {{4, 8}}, {{3, 15}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Occ = S[0], Vir = S[1];
  const size_t Pairs = size_t(Occ) * Vir;
  auto *T = Memory.template input<double>(Pairs * Pairs);
  auto *V = Memory.template input<double>(Pairs * Pairs);
  auto *R = Memory.template output<double>(Pairs * Pairs);
  return {[=](decltype(launch) *Launch) { Launch(T, V, R, Occ, Vir); },
          2.0 * Pairs * Pairs * Pairs, 24.0 * Pairs * Pairs,
          bench::Unit::Fp64};
}
