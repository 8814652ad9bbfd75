// Images, channels in multiples of 16, pixels.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, const float *gamma, const float *beta,
                       float *y, int images, int channels, int pixels);

inline std::vector<bench::Size> sizes() {
  return {{{32, 320, 3136}}, {{1, 16, 128}}, {{2, 32, 100}, 1}, {{1, 16, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Images = S[0], Channels = S[1], Pixels = S[2];
  const size_t Count = size_t(Images) * Channels * Pixels;
  auto *X = Memory.template input<float>(Count);
  auto *Gamma = Memory.template input<float>(Channels);
  auto *Beta = Memory.template input<float>(Channels);
  auto *Y = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Gamma, Beta, Y, Images, Channels, Pixels);
          },
          5.0 * Count,
          8.0 * Count};
}
