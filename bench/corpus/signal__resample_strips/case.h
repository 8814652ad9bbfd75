// Channels resampled by up / down; 24 taps of each of `up` phases.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *in, const float *filters, float *out,
                       int channels, int n_in, int n_out, int up, int down);

inline std::vector<bench::Size> sizes() {
  return {{{128, 441000, 480000, 160, 147}},
          {{1, 256, 512, 2, 1}},
          {{2, 700, 301, 3, 7}, 1},
          {{1, 1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Channels = S[0], In = S[1], Out = S[2], Up = S[3], Down = S[4];
  auto *X = Memory.template input<float>(size_t(Channels) * In);
  auto *H = Memory.template input<float>(size_t(Up) * 24);
  auto *Y = Memory.template output<float>(size_t(Channels) * Out);
  return {[=](decltype(launch) *Launch) {
            Launch(X, H, Y, Channels, In, Out, Up, Down);
          },
          48.0 * Channels * Out,
          4.0 * Channels * In + 4.0 * Channels * Out + 96.0 * Up};
}
