// Screened Coulomb and dispersion energy of atoms of sixteen types, in
// six parts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, const float *y, const float *z,
                       const int *type, const float *charge,
                       const float *dispersion, float *energy, int n);

inline std::vector<bench::Size> sizes() {
  return {{{16896}}, {{192}}, {{1300}, 1}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *X = Memory.template input<float>(N);
  auto *Y = Memory.template input<float>(N);
  auto *Z = Memory.template input<float>(N);
  auto *Type = Memory.indices(N, 0, 16);
  auto *Charge = Memory.template input<float>(16);
  auto *Dispersion = Memory.template input<float>(256);
  auto *Energy = Memory.template output<float>(size_t(6) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Y, Z, Type, Charge, Dispersion, Energy, N);
          },
          40.0 * N * N, 40.0 * N};
}
