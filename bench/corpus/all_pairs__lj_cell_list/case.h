// Forces between particles of neighbouring cells, 64 in each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *positions, const int *neighbours,
                       float *forces, int cells);

inline std::vector<bench::Size> sizes() {
  return {{{8448}}, {{1}}, {{5}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Cells = S[0];
  auto *Positions = Memory.template input<float>(size_t(Cells) * 64 * 4);
  auto *Neighbours = Memory.indices(size_t(Cells) * 27, -1, Cells);
  auto *Forces = Memory.template output<float>(size_t(Cells) * 64 * 4);
  return {[=](decltype(launch) *Launch) {
            Launch(Positions, Neighbours, Forces, Cells);
          },
          25.0 * 64 * 64 * 27 * Cells, 2048.0 * Cells + 108.0 * Cells};
}
