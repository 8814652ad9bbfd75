// Widths are multiples of 256, heights of 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned char *luma, short *coeff, int width, int
                       height);

inline std::vector<bench::Size> sizes() {
  return {{{8192, 5120}}, {{256, 256}}, {{512, 136}, 1}, {{256, 8}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Width = S[0], Height = S[1];
  const size_t Pixels = size_t(Width) * Height;
  auto *Luma = Memory.template input<unsigned char>(Pixels);
  auto *Coeff = Memory.template output<short>(Pixels);
  return {[=](decltype(launch) *Launch) {
            Launch(Luma, Coeff, Width, Height);
          },
          32.0 * Pixels,
          3.0 * Pixels};
}
