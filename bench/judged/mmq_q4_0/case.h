// dst = x * y, x in blocks of four bits, y in int8 with scale and sum; columns
// of x are multiples of 256.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *x, const int *y_qs, const float2 *y_ds,
                       float *dst, int ncols_x, int nrows_x, int ncols_y);

inline std::vector<bench::Size> sizes() {
  return {
      {{4096, 11008, 512}}, {{256, 64, 32}}, {{512, 70, 33}}, {{768, 5, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Cols = S[0], Rows = S[1], Columns = S[2];
  const size_t Blocks = size_t(Cols) / 32;
  // 18 bytes a block: random halves give scales and nibbles.
  auto *X = Memory.template input<half>(Blocks * Rows * 9);
  auto *Y = Memory.template input<int>(Blocks * Columns * 8);
  auto *Ds = reinterpret_cast<float2 *>(
      Memory.template input<float>(Blocks * Columns * 2));
  auto *Dst = Memory.template output<float>(size_t(Rows) * Columns);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Y, Ds, Dst, Cols, Rows, Columns);
          },
          2.0 * Cols * Rows * Columns,
          Blocks * (18.0 * Rows + 40.0 * Columns) + 4.0 * Rows * Columns,
          bench::Unit::Int8Tensor};
}
