// All pairs of antennas, the lower triangle of each frequency.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const char2 *samples, int2 *visibilities, int freqs,
                       int antennas, int times);

inline std::vector<bench::Size> sizes() {
  return {{{64, 256, 2048}}, {{1, 32, 64}}, {{2, 45, 50}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int F = S[0], A = S[1], T = S[2];
  const double Pairs = 0.5 * A * (A + 1);
  auto *Samples = reinterpret_cast<char2 *>(
      Memory.template input<signed char>(size_t(2) * F * A * T));
  auto *Vis = reinterpret_cast<int2 *>(
      Memory.template output<int>(size_t(F) * A * (A + 1)));
  return {[=](decltype(launch) *Launch) { Launch(Samples, Vis, F, A, T); },
          8.0 * F * Pairs * T, 2.0 * F * A * T + 8.0 * F * Pairs};
}
