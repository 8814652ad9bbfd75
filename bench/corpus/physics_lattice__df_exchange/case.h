// Exchange matrix from density fitting: K(i,j) is the sum over P and k of
// B(P,i,k) * B(P,j,k).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *B, double *K, int aux, int basis,
                       int occupied);

inline std::vector<bench::Size> sizes() {
  return {{{192, 512, 40}}, {{2, 32, 16}}, {{3, 45, 21}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Aux = S[0], Basis = S[1], Occupied = S[2];
  auto *B = Memory.template input<double>(size_t(Aux) * Basis * Occupied);
  auto *K = Memory.template output<double>(size_t(Basis) * Basis);
  return {[=](decltype(launch) *Launch) { Launch(B, K, Aux, Basis, Occupied); },
          1.0 * Aux * Basis * (Basis + 1.0) * Occupied,
          8.0 * Aux * Basis * Occupied + 8.0 * Basis * Basis,
          bench::Unit::Fp64};
}
