// y = gelu(x * w + bias) with 32 columns; the depth is a multiple of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, const float *w, const float *bias,
                       float *y, int rows, int depth);

inline std::vector<bench::Size> sizes() {
  return {{{200000, 512}}, {{128, 32}}, {{150, 96}}, {{1, 64}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Depth = S[1];
  auto *X = Memory.template input<float>(size_t(Rows) * Depth);
  auto *W = Memory.template input<float>(size_t(Depth) * 32);
  auto *Bias = Memory.template input<float>(32);
  auto *Y = Memory.template output<float>(size_t(Rows) * 32);
  return {[=](decltype(launch) *Launch) { Launch(X, W, Bias, Y, Rows, Depth); },
          64.0 * Rows * Depth, 4.0 * Rows * Depth + 128.0 * (Rows + Depth)};
}
