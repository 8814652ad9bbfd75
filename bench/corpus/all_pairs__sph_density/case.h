// Density and pressure of particles from all others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *xyz, const float *mass, float *density,
                       float *pressure, int n);

inline std::vector<bench::Size> sizes() {
  return {{{50688}}, {{128}}, {{150}, 1}, {{7}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *Xyz = Memory.template input<float>(size_t(3) * N);
  auto *Mass = Memory.template input<float>(N);
  auto *Density = Memory.template output<float>(N);
  auto *Pressure = Memory.template output<float>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(Xyz, Mass, Density, Pressure, N);
          },
          14.0 * N * N, 24.0 * N};
}
