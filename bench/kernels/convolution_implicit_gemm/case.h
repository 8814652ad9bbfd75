// 3 x 3 convolution, stride 1, one ring of zeros: in is images x channels_in x
// height x width, weights channels_out x channels_in x 3 x 3.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *in, const float *weights, float *out,
                       int images, int channels_in, int channels_out,
                       int height, int width);

inline std::vector<bench::Size> sizes() {
  return {{{64, 64, 128, 56, 56}},
          {{1, 8, 64, 8, 16}},
          {{2, 4, 68, 6, 12}},
          {{3, 5, 35, 7, 9}, 1},
          {{1, 1, 1, 3, 1}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Images = S[0], In = S[1], Out = S[2], H = S[3], W = S[4];
  auto *Input = Memory.template input<float>(size_t(Images) * In * H * W);
  auto *Weights = Memory.template input<float>(size_t(Out) * In * 9);
  auto *Output = Memory.template output<float>(size_t(Images) * Out * H * W);
  return {[=](decltype(launch) *Launch) {
            Launch(Input, Weights, Output, Images, In, Out, H, W);
          },
          18.0 * Images * In * Out * H * W,
          4.0 * Images * (In + Out) * H * W + 36.0 * Out * In,
          bench::Unit::Fp32};
}
