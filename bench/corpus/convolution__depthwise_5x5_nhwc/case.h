// Depthwise 5 x 5, padding 2, leaky ReLU; channels are a multiple of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *in, const float *filter, const float *bias,
                       float *out, int images, int height, int width,
                       int channels);

inline std::vector<bench::Size> sizes() {
  return {{{32, 56, 56, 256}},
          {{1, 8, 8, 32}},
          {{2, 9, 11, 64}},
          {{1, 1, 1, 32}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], H = S[1], W = S[2], C = S[3];
  const size_t Count = size_t(N) * H * W * C;
  auto *In = Memory.template input<float>(Count);
  auto *Filter = Memory.template input<float>(25 * C);
  auto *Bias = Memory.template input<float>(C);
  auto *Out = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(In, Filter, Bias, Out, N, H, W, C);
          },
          // Fewer at the edges.
          40.0 * Count, 8.0 * Count};
}
