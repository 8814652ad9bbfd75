// Attention in float over heads of 64, causal or not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *Q, const float *K, const float *V, float *O,
                       int heads, int N, int causal);

inline std::vector<bench::Size> sizes() {
  return {{{64, 1024, 0}}, {{1, 96, 0}}, {{2, 77, 1}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], N = S[1], Causal = S[2];
  const size_t Count = size_t(Heads) * N * 64;
  auto *Q = Memory.template input<float>(Count);
  auto *K = Memory.template input<float>(Count);
  auto *V = Memory.template input<float>(Count);
  auto *O = Memory.template output<float>(Count);
  return {
      [=](decltype(launch) *Launch) { Launch(Q, K, V, O, Heads, N, Causal); },
      256.0 * Heads * N * N, 16.0 * Count, bench::Unit::Fp32};
}
