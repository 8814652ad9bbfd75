// Attention in fp32 over heads of 64: softmax(Q * K^T / 8) * V; all are heads x
// length x 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *Q, const float *K, const float *V, float *O,
                       int heads, int length);

inline std::vector<bench::Size> sizes() {
  return {{{16, 4001}}, {{1, 160}}, {{2, 77}}, {{2, 33}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], Length = S[1];
  const size_t Count = size_t(Heads) * Length * 64;
  auto *Q = Memory.template input<float>(Count);
  auto *K = Memory.template input<float>(Count);
  auto *V = Memory.template input<float>(Count);
  auto *O = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) { Launch(Q, K, V, O, Heads, Length); },
          256.0 * Heads * Length * Length, 16.0 * Count, bench::Unit::Fp32};
}
