// Distances of up to 1000 within the columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *column_distance, int *squared, int width, int
                       height);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 1024}}, {{1024, 2}}, {{530, 3}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Width = S[0], Height = S[1];
  const size_t Pixels = size_t(Width) * Height;
  auto *Column = Memory.indices(Pixels, 0, 1000);
  auto *Squared = Memory.template output<int>(Pixels);
  return {[=](decltype(launch) *Launch) {
            Launch(Column, Squared, Width, Height);
          },
          4.0 * Pixels * Width,
          8.0 * Pixels};
}
