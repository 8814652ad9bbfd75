// c = sparse * b; a row of blocks has `per_row` of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *bsr_row_ptr, const int *bsr_col_ind,
                       const float *bsr_val, const float *b, float *c,
                       int block_rows, int n);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 256, 48, 512}},
          {{2, 64, 3, 4}},
          {{3, 75, 2, 5}, 1},
          {{1, 1, 0, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], N = S[1], PerRow = S[2], Columns = S[3];
  const size_t Blocks = size_t(Rows) * PerRow;
  auto *RowPtr = Memory.steps(Rows + 1, PerRow);
  auto *ColInd = Memory.indices(Blocks, 0, Columns);
  auto *Value = Memory.template input<float>(Blocks * 256);
  auto *B = Memory.template input<float>(size_t(Columns) * 16 * N);
  auto *C = Memory.template output<float>(size_t(Rows) * 16 * N);
  return {[=](decltype(launch) *Launch) {
            Launch(RowPtr, ColInd, Value, B, C, Rows, N);
          },
          512.0 * Blocks * N,
          1028.0 * Blocks + 64.0 * Columns * N + 64.0 * Rows * N};
}
