// y = sparse * x with 64 columns; rows have half of the width at least.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *columns, const float *values,
                       const int *lengths, const float *x, float *y, int rows,
                       int width);

inline std::vector<bench::Size> sizes() {
  return {{{65536, 192, 20000}},
          {{16, 64, 32}},
          {{11, 45, 40}, 1},
          {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Width = S[1], Columns = S[2];
  const size_t Count = size_t(Rows) * Width;
  auto *Col = Memory.indices(Count, 0, Columns);
  auto *Val = Memory.template input<float>(Count);
  auto *Lengths = Memory.indices(Rows, Width / 2, Width + 1);
  auto *X = Memory.template input<float>(size_t(Columns) * 64);
  auto *Y = Memory.template output<float>(size_t(Rows) * 64);
  return {[=](decltype(launch) *Launch) {
            Launch(Col, Val, Lengths, X, Y, Rows, Width);
          },
          // Three quarters of the entries.
          96.0 * Count, 5.8 * Count + 256.0 * (Columns + Rows)};
}
