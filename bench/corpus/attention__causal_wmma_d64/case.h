// Causal attention, head dimension 64; the length is a multiple of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *q, const half *k, const half *v, half *out,
                       int heads, int seq_len);

inline std::vector<bench::Size> sizes() {
  return {{{32, 2048}}, {{1, 64}}, {{2, 192}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], N = S[1];
  const size_t Count = size_t(Heads) * N * 64;
  auto *Q = Memory.template input<half>(Count);
  auto *K = Memory.template input<half>(Count);
  auto *V = Memory.template input<half>(Count);
  auto *O = Memory.template output<half>(Count);
  return {[=](decltype(launch) *Launch) { Launch(Q, K, V, O, Heads, N); },
          2.0 * Count * N, 8.0 * Count, bench::Unit::Fp16Tensor};
}
