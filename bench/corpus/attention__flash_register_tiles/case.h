// Attention of all heads of a batch, head dimension 64; and log-sum-exp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *Q, const float *K, const float *V, float *O,
                       float *LSE, int heads, int N);

inline std::vector<bench::Size> sizes() {
  return {{{48, 1024}}, {{1, 64}}, {{2, 130}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], N = S[1];
  const size_t Count = size_t(Heads) * N * 64;
  auto *Q = Memory.template input<float>(Count);
  auto *K = Memory.template input<float>(Count);
  auto *V = Memory.template input<float>(Count);
  auto *O = Memory.template output<float>(Count);
  auto *LSE = Memory.template output<float>(size_t(Heads) * N);
  return {[=](decltype(launch) *Launch) { Launch(Q, K, V, O, LSE, Heads, N); },
          4.0 * Count * N, 16.0 * Count, bench::Unit::Fp32};
}
