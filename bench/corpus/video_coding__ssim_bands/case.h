// Two images of bytes, with eight rows and columns at least.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned char *a, const unsigned char *b, float
                       *map, int width, int height);

inline std::vector<bench::Size> sizes() {
  return {{{3840, 2160}}, {{39, 39}}, {{50, 30}, 1}, {{8, 8}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Width = S[0], Height = S[1];
  const size_t Pixels = size_t(Width) * Height;
  auto *A = Memory.template input<unsigned char>(Pixels);
  auto *B = Memory.template input<unsigned char>(Pixels);
  auto *Map = Memory.template output<float>(size_t(Width - 7) * (Height - 7));
  return {[=](decltype(launch) *Launch) {
            Launch(A, B, Map, Width, Height);
          },
          512.0 * Pixels,
          6.0 * Pixels};
}
