// An image of bytes; the rows of a block are a multiple of four.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned char *src, unsigned char *dst, int width,
                       int height, int rows_per_block);

inline std::vector<bench::Size> sizes() {
  return {{{8192, 4096, 128}}, {{64, 16, 8}}, {{70, 13, 8}, 1}, {{1, 1, 4}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Width = S[0], Height = S[1], Rows = S[2];
  const size_t Pixels = size_t(Width) * Height;
  auto *Src = Memory.template input<unsigned char>(Pixels);
  auto *Dst = Memory.template output<unsigned char>(Pixels);
  return {[=](decltype(launch) *Launch) {
            Launch(Src, Dst, Width, Height, Rows);
          },
          38.0 * Pixels,
          2.0 * Pixels};
}
