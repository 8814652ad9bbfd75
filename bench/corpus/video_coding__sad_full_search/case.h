// Two frames; sides in multiples of 16.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *current, const unsigned *reference, int
                       *vectors, int width, int height);

inline std::vector<bench::Size> sizes() {
  return {{{1920, 1072}}, {{32, 16}}, {{48, 32}, 1}, {{16, 16}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Width = S[0], Height = S[1];
  const size_t Words = size_t(Width) / 4 * Height;
  auto *Current = Memory.template input<unsigned>(Words);
  auto *Reference = Memory.template input<unsigned>(Words);
  auto *Vectors = Memory.template output<int>(size_t(Width / 16) * (Height / 16));
  return {[=](decltype(launch) *Launch) {
            Launch(Current, Reference, Vectors, Width, Height);
          },
          3072.0 * Width * Height,
          2.0 * Width * Height};
}
