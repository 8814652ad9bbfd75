// Attention in half over heads of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *q, const half *k, const half *v, half *o,
                       int heads, int seq_len);

inline std::vector<bench::Size> sizes() {
  return {{{64, 1024}}, {{1, 48}}, {{2, 37}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], Length = S[1];
  const size_t Count = size_t(Heads) * Length * 128;
  auto *Q = Memory.template input<half>(Count);
  auto *K = Memory.template input<half>(Count);
  auto *V = Memory.template input<half>(Count);
  auto *O = Memory.template output<half>(Count);
  return {[=](decltype(launch) *Launch) { Launch(Q, K, V, O, Heads, Length); },
          512.0 * Heads * Length * Length, 8.0 * Count};
}
