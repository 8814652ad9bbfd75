// Attention in half over heads of 64: softmax(Q * K^T / 8) * V; all are heads x
// length x 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *Q, const half *K, const half *V, half *O,
                       int heads, int length);

inline std::vector<bench::Size> sizes() {
  return {{{32, 4096}}, {{1, 160}}, {{2, 77}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], Length = S[1];
  const size_t Count = size_t(Heads) * Length * 64;
  auto *Q = Memory.template input<half>(Count);
  auto *K = Memory.template input<half>(Count);
  auto *V = Memory.template input<half>(Count);
  auto *O = Memory.template output<half>(Count);
  return {[=](decltype(launch) *Launch) { Launch(Q, K, V, O, Heads, Length); },
          256.0 * Heads * Length * Length, 8.0 * Count,
          bench::Unit::Fp16Tensor};
}
