// Partial attention of eight queries a head of keys; head dimension 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>
#include <cuda_runtime.h>

extern "C" void launch(const __nv_bfloat16 *q, const __nv_bfloat16 *k,
                       const __nv_bfloat16 *v, float *out, float2 *ml,
                       int batch, int kv_heads, int tokens, int splits);

inline std::vector<bench::Size> sizes() {
  return {{{16, 8, 8192, 8}},
          {{1, 1, 64, 1}},
          {{2, 1, 101, 2}},
          {{1, 2, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], Heads = S[1], Tokens = S[2], Splits = S[3];
  const size_t Count = size_t(Batch) * Heads * Tokens * 128;
  const size_t Rows = size_t(Batch) * Heads * 8;
  auto *Q = Memory.template input<__nv_bfloat16>(Rows * 128);
  auto *K = Memory.template input<__nv_bfloat16>(Count);
  auto *V = Memory.template input<__nv_bfloat16>(Count);
  auto *Out = Memory.template output<float>(Rows * Splits * 128);
  auto *ML = reinterpret_cast<float2 *>(
      Memory.template output<float>(Rows * Splits * 2));
  return {[=](decltype(launch) *Launch) {
            Launch(Q, K, V, Out, ML, Batch, Heads, Tokens, Splits);
          },
          32.0 * Count, 4.0 * Count + 520.0 * Rows * Splits};
}
