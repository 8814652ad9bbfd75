// out = sparse * dense; a row of the sparse matrix has `per_row` values.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *row_ptr, const int *col_ind,
                       const float *values, const float *dense, float *out,
                       int rows, int n);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 256, 300, 32768}},
          {{8, 128, 128, 50}},
          {{5, 130, 200, 33}, 1},
          {{2, 1, 0, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], N = S[1], PerRow = S[2], Columns = S[3];
  const size_t Values = size_t(Rows) * PerRow;
  auto *RowPtr = Memory.steps(Rows + 1, PerRow);
  auto *ColInd = Memory.indices(Values, 0, Columns);
  auto *Value = Memory.template input<float>(Values);
  auto *Dense = Memory.template input<float>(size_t(Columns) * N);
  auto *Out = Memory.template output<float>(size_t(Rows) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(RowPtr, ColInd, Value, Dense, Out, Rows, N);
          },
          2.0 * Values * N, 8.0 * Values + 4.0 * Columns * N + 4.0 * Rows * N};
}
