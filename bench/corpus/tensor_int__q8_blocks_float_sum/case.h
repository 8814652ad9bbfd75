// dst = x * w^T, both in int8 with a scale for 32; K is a multiple of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const int *wq, const half *wd, const int *xq,
                       const float *xd, float *dst, int nrows, int ncols,
                       int k);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 1024, 4096}},
          {{32, 64, 128}},
          {{50, 70, 256}, 1},
          {{1, 3, 384}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Cols = S[1], K = S[2];
  auto *Wq = Memory.template input<int>(size_t(Rows) * K / 4);
  auto *Wd = Memory.template input<half>(size_t(Rows) * K / 32);
  auto *Xq = Memory.template input<int>(size_t(Cols) * K / 4);
  auto *Xd = Memory.template input<float>(size_t(Cols) * K / 32);
  auto *Dst = Memory.template output<float>(size_t(Rows) * Cols);
  return {[=](decltype(launch) *Launch) {
            Launch(Wq, Wd, Xq, Xd, Dst, Rows, Cols, K);
          },
          2.0 * Rows * Cols * K,
          1.0625 * Rows * K + 1.125 * Cols * K + 4.0 * Rows * Cols,
          bench::Unit::Int8Tensor};
}
