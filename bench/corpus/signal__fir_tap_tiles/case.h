// One filter for all channels; what is before the first sample is zero.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, const float *h, float *y, int channels,
                       int samples, int taps);

inline std::vector<bench::Size> sizes() {
  return {{{64, 131072, 700}}, {{1, 512, 128}}, {{2, 601, 77}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Channels = S[0], Samples = S[1], Taps = S[2];
  const size_t Count = size_t(Channels) * Samples;
  auto *X = Memory.template input<float>(Count);
  auto *H = Memory.template input<float>(Taps);
  auto *Y = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(X, H, Y, Channels, Samples, Taps);
          },
          2.0 * Count * Taps, 8.0 * Count + 4.0 * Taps};
}
