// Causal linear attention, 64 features; a head is length x 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *q, const float *k, const float *v,
                       float *out, int heads, int length);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 512}}, {{1, 32}}, {{2, 45}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], Length = S[1];
  const size_t Count = size_t(Heads) * Length * 64;
  auto *Q = Memory.template input<float>(Count);
  auto *K = Memory.template input<float>(Count);
  auto *V = Memory.template input<float>(Count);
  auto *Out = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(Q, K, V, Out, Heads, Length);
          },
          256.0 * Count, 16.0 * Count, bench::Unit::Fp32};
}
