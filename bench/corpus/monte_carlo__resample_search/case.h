// Weights in steps, a random number a particle.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *cumulative, const unsigned *draw, int
                       *ancestor, int weights, int particles);

inline std::vector<bench::Size> sizes() {
  return {{{131072, 131072}}, {{4096, 512}}, {{3000, 520}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Weights = S[0], Particles = S[1];
  auto *Cumulative = Memory.template input<unsigned>(Weights);
  auto *Draw = Memory.template input<unsigned>(Particles);
  auto *Ancestor = Memory.template output<int>(Particles);
  return {[=](decltype(launch) *Launch) {
            Launch(Cumulative, Draw, Ancestor, Weights, Particles);
          },
          40.0 * Particles,
          4.0 * Weights + 8.0 * Particles};
}
