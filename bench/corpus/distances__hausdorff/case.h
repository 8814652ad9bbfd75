// Distance of each point to the other cloud, and the largest of 256 of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *a, const float *b, float *closest,
                       float *block_max, int na, int nb);

inline std::vector<bench::Size> sizes() {
  return {{{67584, 32768}}, {{256, 768}}, {{300, 1000}, 1}, {{2, 5}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Na = S[0], Nb = S[1], Blocks = (Na + 255) / 256;
  auto *A = Memory.template input<float>(size_t(3) * Na);
  auto *B = Memory.template input<float>(size_t(3) * Nb);
  auto *Closest = Memory.template output<float>(Na);
  auto *Max = Memory.template output<float>(Blocks);
  return {[=](decltype(launch) *Launch) {
            Launch(A, B, Closest, Max, Na, Nb);
          },
          9.0 * Na * Nb, 16.0 * Na + 12.0 * Nb + 4.0 * Blocks};
}
