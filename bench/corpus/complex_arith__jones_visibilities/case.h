// Baselines, and sources of eight numbers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *uvw, const float *sources, float *vis, int
                       baselines, int n_sources);

inline std::vector<bench::Size> sizes() {
  return {{{500000, 600}}, {{256, 128}}, {{260, 100}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Baselines = S[0], Sources = S[1];
  auto *Uvw = Memory.template input<float>(size_t(Baselines) * 3);
  auto *Source = Memory.template input<float>(size_t(Sources) * 8);
  auto *Vis = Memory.template output<float>(size_t(Baselines) * 8);
  return {[=](decltype(launch) *Launch) {
            Launch(Uvw, Source, Vis, Baselines, Sources);
          },
          32.0 * Baselines * Sources,
          44.0 * Baselines + 32.0 * Sources};
}
