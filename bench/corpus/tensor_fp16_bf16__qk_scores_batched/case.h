// Scores Q * K^T of every head, scaled, causal; the length is a multiple of 64,
// the depth of a head of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *q, const __nv_bfloat16 *k,
                       float *scores, int heads, int length, int depth);

inline std::vector<bench::Size> sizes() {
  return {{{16, 2048, 128}}, {{1, 64, 32}}, {{3, 128, 96}}, {{2, 192, 64}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], Length = S[1], Depth = S[2];
  const size_t Count = size_t(Heads) * Length * Depth;
  auto *Q = Memory.template input<__nv_bfloat16>(Count);
  auto *K = Memory.template input<__nv_bfloat16>(Count);
  auto *Scores =
      Memory.template output<float>(size_t(Heads) * Length * Length);
  return {[=](decltype(launch) *Launch) {
            Launch(Q, K, Scores, Heads, Length, Depth);
          },
          1.0 * Heads * Length * Length * Depth,
          4.0 * Count + 4.0 * Heads * Length * Length,
          bench::Unit::Fp16Tensor};
}
