// Structure factors of charges at any places: a Fourier sum for each k.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *atoms, const float *k, float *re, float *im,
                       int n_atoms, int n_k);

inline std::vector<bench::Size> sizes() {
  return {{{8192, 67584}}, {{128, 128}}, {{200, 150}}, {{1, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Atoms = S[0], Ks = S[1];
  auto *A = Memory.template input<float>(size_t(4) * Atoms);
  auto *K = Memory.template input<float>(size_t(3) * Ks);
  auto *Re = Memory.template output<float>(Ks);
  auto *Im = Memory.template output<float>(Ks);
  return {[=](decltype(launch) *Launch) { Launch(A, K, Re, Im, Atoms, Ks); },
          11.0 * Atoms * Ks, 16.0 * Atoms + 20.0 * Ks};
}
