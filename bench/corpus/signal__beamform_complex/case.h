// Beams of all frequencies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float2 *weights, const float2 *voltages,
                       float2 *beams, int freqs, int n_beams, int n_antennas,
                       int n_times);

inline std::vector<bench::Size> sizes() {
  return {{{32, 96, 192, 2048}},
          {{1, 32, 32, 64}},
          {{2, 35, 21, 70}},
          {{1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int F = S[0], B = S[1], A = S[2], T = S[3];
  auto *W = reinterpret_cast<float2 *>(
      Memory.template input<float>(size_t(2) * F * B * A));
  auto *V = reinterpret_cast<float2 *>(
      Memory.template input<float>(size_t(2) * F * A * T));
  auto *Out = reinterpret_cast<float2 *>(
      Memory.template output<float>(size_t(2) * F * B * T));
  return {[=](decltype(launch) *Launch) { Launch(W, V, Out, F, B, A, T); },
          8.0 * F * B * A * T,
          8.0 * F * (double(B) * A + double(A) * T + double(B) * T),
          bench::Unit::Fp32};
}
