// `entries` of a row in each strip of 2048 columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned short *local_columns, const float *values,
                       const int *strip_start, const float *x, float *y,
                       int rows, int columns);

inline std::vector<bench::Size> sizes() {
  return {{{1 << 18, 1 << 17, 5}},
          {{512, 4096, 2}},
          {{600, 2100, 3}, 1},
          {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Columns = S[1], Entries = S[2];
  const int Strips = (Columns + 2047) / 2048;
  const size_t Count = size_t(Rows) * Strips * Entries;
  auto *Local = Memory.template input<unsigned short>(Count);
  auto *Values = Memory.template input<float>(Count);
  auto *Start = Memory.steps(Strips + 1, Entries);
  auto *X = Memory.template input<float>(Columns);
  auto *Y = Memory.template output<float>(Rows);
  return {[=](decltype(launch) *Launch) {
            Launch(Local, Values, Start, X, Y, Rows, Columns);
          },
          2.0 * Count, 6.0 * Count + 4.0 * Rows + 4.0 * Columns};
}
