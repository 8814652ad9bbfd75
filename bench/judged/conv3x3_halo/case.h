// relu of a 3 x 3 convolution, zeros outside.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *in, const float *weight, const float *bias,
                       float *out, int N, int C, int O, int H, int W);

inline std::vector<bench::Size> sizes() {
  return {{{16, 64, 64, 112, 112}},
          {{1, 8, 16, 16, 16}},
          {{2, 5, 18, 17, 20}, 1},
          {{1, 1, 1, 1, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], C = S[1], O = S[2], H = S[3], W = S[4];
  const size_t Pixels = size_t(N) * H * W;
  auto *In = Memory.template input<float>(Pixels * C);
  auto *Weight = Memory.template input<float>(size_t(O) * C * 9);
  auto *Bias = Memory.template input<float>(O);
  auto *Out = Memory.template output<float>(Pixels * O);
  return {[=](decltype(launch) *Launch) {
            Launch(In, Weight, Bias, Out, N, C, O, H, W);
          },
          18.0 * Pixels * C * O, 4.0 * Pixels * (C + O) + 36.0 * C * O,
          bench::Unit::Fp32};
}
