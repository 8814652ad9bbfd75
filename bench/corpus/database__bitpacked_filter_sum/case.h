// Tiles of 512 rows, and the blocks that share them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *price, const unsigned *discount, const
                       unsigned *quantity, unsigned long long *partial, int
                       tiles, int blocks);

inline std::vector<bench::Size> sizes() {
  return {{{200000, 2112}}, {{4, 2}}, {{5, 3}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Tiles = S[0], Blocks = S[1];
  auto *Price = Memory.template input<unsigned>(size_t(Tiles) * 176);
  auto *Discount = Memory.template input<unsigned>(size_t(Tiles) * 64);
  auto *Quantity = Memory.template input<unsigned>(size_t(Tiles) * 96);
  auto *Partial = Memory.template output<unsigned long long>(size_t(Blocks) * 128);
  return {[=](decltype(launch) *Launch) {
            Launch(Price, Discount, Quantity, Partial, Tiles, Blocks);
          },
          2560.0 * Tiles,
          1344.0 * Tiles};
}
