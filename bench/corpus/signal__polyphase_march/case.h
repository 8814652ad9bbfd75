// Frames of `channels` samples, eight taps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const char2 *samples, const float *coefficients,
                       float2 *out, int frames, int channels, int parts);

inline std::vector<bench::Size> sizes() {
  return {{{65536, 1024, 66}}, {{32, 64, 1}}, {{75, 70, 2}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Frames = S[0], Channels = S[1], Parts = S[2];
  const size_t Count = size_t(Frames) * Channels;
  auto *Samples = reinterpret_cast<char2 *>(
      Memory.template input<signed char>(2 * size_t(Frames + 7) * Channels));
  auto *H = Memory.template input<float>(size_t(8) * Channels);
  auto *Out = reinterpret_cast<float2 *>(
      Memory.template output<float>(2 * Count));
  return {[=](decltype(launch) *Launch) {
            Launch(Samples, H, Out, Frames, Channels, Parts);
          },
          32.0 * Count, 10.0 * Count + 32.0 * Channels};
}
