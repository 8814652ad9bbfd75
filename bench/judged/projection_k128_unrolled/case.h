// out = relu(x * W + bias), x is rows x 128, W 128 x cols.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, const float *W, const float *bias,
                       float *out, int rows, int cols);

inline std::vector<bench::Size> sizes() {
  return {{{32768, 1024}}, {{64, 64}}, {{65, 70}}, {{3, 5}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Cols = S[1];
  auto *X = Memory.template input<float>(size_t(Rows) * 128);
  auto *W = Memory.template input<float>(size_t(128) * Cols);
  auto *Bias = Memory.template input<float>(Cols);
  auto *Out = Memory.template output<float>(size_t(Rows) * Cols);
  return {
      [=](decltype(launch) *Launch) { Launch(X, W, Bias, Out, Rows, Cols); },
      256.0 * Rows * Cols, 512.0 * Rows + 512.0 * Cols + 4.0 * Rows * Cols,
      bench::Unit::Fp32};
}
