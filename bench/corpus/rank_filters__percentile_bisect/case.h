// Width, height, radius of the window, rank in it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned char *image, unsigned char *result, int
                       width, int height, int radius, int rank);

inline std::vector<bench::Size> sizes() {
  return {{{1920, 1080, 3, 36}}, {{256, 4, 1, 4}}, {{300, 9, 2, 20}, 1}, {{5, 3, 3, 0}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Width = S[0], Height = S[1], Radius = S[2], Rank = S[3];
  const size_t Pixels = size_t(Width) * Height;
  auto *Image = Memory.template input<unsigned char>(Pixels);
  auto *Result = Memory.template output<unsigned char>(Pixels);
  return {[=](decltype(launch) *Launch) {
            Launch(Image, Result, Width, Height, Radius, Rank);
          },
          16.0 * Pixels * (2 * Radius + 1) * (2 * Radius + 1),
          2.0 * Pixels};
}
