// R(a,b,i,j) = sum over c and d of V(a,c,b,d) * T(c,i,d,j).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *V, const double *T, double *R, int nv,
                       int no);

inline std::vector<bench::Size> sizes() {
  return {{{44, 20}}, {{8, 4}}, {{5, 3}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Nv = S[0], No = S[1];
  const double V2 = 1.0 * Nv * Nv, O2 = 1.0 * No * No;
  auto *V = Memory.template input<double>(size_t(Nv) * Nv * Nv * Nv);
  auto *T = Memory.template input<double>(size_t(Nv) * Nv * No * No);
  auto *R = Memory.template output<double>(size_t(Nv) * Nv * No * No);
  return {[=](decltype(launch) *Launch) { Launch(V, T, R, Nv, No); },
          2.0 * V2 * V2 * O2, 8.0 * (V2 * V2 + 2.0 * V2 * O2),
          bench::Unit::Fp64};
}
