// `bins` frequencies of frames of `samples`, windowed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *frames, const float *cosines,
                       const float *sines, const float *window, float *power,
                       int count, int samples, int bins);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 400, 201}}, {{32, 64, 32}}, {{37, 50, 41}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Count = S[0], Samples = S[1], Bins = S[2];
  auto *Frames = Memory.template input<float>(size_t(Count) * Samples);
  auto *Cosines = Memory.template input<float>(size_t(Samples) * Bins);
  auto *Sines = Memory.template input<float>(size_t(Samples) * Bins);
  auto *Window = Memory.template input<float>(Samples);
  auto *Power = Memory.template output<float>(size_t(Count) * Bins);
  return {[=](decltype(launch) *Launch) {
            Launch(Frames, Cosines, Sines, Window, Power, Count, Samples, Bins);
          },
          4.0 * Count * Samples * Bins,
          4.0 * Count * Samples + 8.0 * Samples * Bins + 4.0 * Count * Bins,
          bench::Unit::Fp32};
}
