// Output channels are a multiple of 32, input channels of 16, pixels of 4.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *input, const float *weights,
                       const float *bias, float *output, int images,
                       int channels_in, int channels_out, int pixels);

inline std::vector<bench::Size> sizes() {
  return {{{32, 256, 256, 28 * 28}},
          {{1, 32, 32, 128}},
          {{2, 16, 64, 140}},
          {{1, 48, 32, 4}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], C = S[1], O = S[2], P = S[3];
  const size_t Pixels = size_t(N) * P;
  auto *X = Memory.template input<float>(Pixels * C);
  auto *W = Memory.template input<float>(size_t(C) * O);
  auto *B = Memory.template input<float>(O);
  auto *Y = Memory.template output<float>(Pixels * O);
  return {[=](decltype(launch) *Launch) { Launch(X, W, B, Y, N, C, O, P); },
          2.0 * Pixels * C * O, 4.0 * Pixels * (C + O) + 4.0 * C * O,
          bench::Unit::Fp32};
}
