// A matrix of bits of n vertices; one count for each 32 x 32 pairs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *bits, unsigned *block_counts, int n);

inline std::vector<bench::Size> sizes() {
  return {{{4096}}, {{96}}, {{77}, 1}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Blocks = (N + 31) / 32, Words = (N + 31) / 32;
  auto *Bits = Memory.template input<unsigned>(size_t(N) * Words);
  auto *Counts = Memory.template output<unsigned>(size_t(Blocks) * Blocks);
  return {[=](decltype(launch) *Launch) { Launch(Bits, Counts, N); },
          3.0 * N * N * Words, 4.0 * N * Words + 4.0 * Blocks * Blocks};
}
