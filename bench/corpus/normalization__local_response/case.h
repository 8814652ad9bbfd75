// Images, channels, pixels.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *in, float *out, int images, int channels,
                       int pixels);

inline std::vector<bench::Size> sizes() {
  return {{{128, 96, 3025}}, {{1, 32, 64}}, {{2, 21, 70}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Images = S[0], Channels = S[1], Pixels = S[2];
  const size_t Count = size_t(Images) * Channels * Pixels;
  auto *In = Memory.template input<float>(Count);
  auto *Out = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(In, Out, Images, Channels, Pixels);
          },
          12.0 * Count,
          8.0 * Count};
}
