// out = sparse * dense in half; n is a multiple of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const int *offsets, const int *columns,
                       const __half *blocks, const __half *dense, __half *out,
                       int block_rows, int n);

inline std::vector<bench::Size> sizes() {
  return {{{128, 4096, 32, 128}}, {{2, 128, 2, 3}}, {{3, 256, 5, 4}},
          {{1, 128, 0, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], N = S[1], PerRow = S[2], Columns = S[3];
  const size_t Blocks = size_t(Rows) * PerRow;
  auto *Offsets = Memory.steps(Rows + 1, PerRow);
  auto *Cols = Memory.indices(Blocks, 0, Columns);
  auto *Values = Memory.template input<__half>(Blocks * 1024);
  auto *Dense = Memory.template input<__half>(size_t(Columns) * 32 * N);
  auto *Out = Memory.template output<__half>(size_t(Rows) * 32 * N);
  return {[=](decltype(launch) *Launch) {
            Launch(Offsets, Cols, Values, Dense, Out, Rows, N);
          },
          2048.0 * Blocks * N,
          2052.0 * Blocks + 64.0 * Columns * N + 64.0 * Rows * N,
          bench::Unit::Fp16Tensor};
}
