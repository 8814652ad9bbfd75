// Energies between 0 and 1; grids of 512.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float *energy, const float *grid_step, const float4
                       *grid_xs, const float *density, float4 *macro, int
                       particles, int nuclides);

inline std::vector<bench::Size> sizes() {
  return {{{300000, 68}}, {{256, 2}}, {{259, 3}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Particles = S[0], Nuclides = S[1];
  auto *Energy = Memory.template input<float>(Particles);
  auto *Step = Memory.template input<float>(size_t(Nuclides) * 512);
  auto *Xs = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(Nuclides) * 2048));
  auto *Density = Memory.template input<float>(Nuclides);
  auto *Macro = reinterpret_cast<float4 *>(
      Memory.template output<float>(size_t(Particles) * 4));
  return {[=](decltype(launch) *Launch) {
            Launch(Energy, Step, Xs, Density, Macro, Particles, Nuclides);
          },
          50.0 * Particles * Nuclides,
          20.0 * Particles + 10240.0 * Nuclides};
}
