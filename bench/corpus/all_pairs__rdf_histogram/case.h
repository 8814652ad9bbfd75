// A histogram of distances for every 512 particles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *xyz, unsigned *histograms, int n);

inline std::vector<bench::Size> sizes() {
  return {{{67584}}, {{512}}, {{700}, 1}, {{3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Blocks = (N + 511) / 512;
  auto *Xyz = Memory.template input<float>(size_t(3) * N);
  auto *Histograms = Memory.template output<unsigned>(size_t(Blocks) * 256);
  return {[=](decltype(launch) *Launch) { Launch(Xyz, Histograms, N); },
          10.0 * N * N, 12.0 * N + 1024.0 * Blocks};
}
