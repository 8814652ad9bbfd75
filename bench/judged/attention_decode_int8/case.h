// Partial attention of eight queries a head over a cache in int8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float *q, const signed char *k,
                       const signed char *v, const float *k_scale,
                       const float *v_scale, float *out, float2 *max_sum,
                       int heads, int tokens, int splits);

inline std::vector<bench::Size> sizes() {
  return {{{256, 8192, 8}}, {{1, 64, 1}}, {{2, 75, 2}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], Tokens = S[1], Splits = S[2];
  const size_t Cache = size_t(Heads) * Tokens;
  const size_t Rows = size_t(Splits) * Heads * 8;
  auto *Q = Memory.template input<float>(size_t(Heads) * 8 * 128);
  auto *K = Memory.template input<signed char>(Cache * 128);
  auto *V = Memory.template input<signed char>(Cache * 128);
  auto *KScale = Memory.template input<float>(Cache);
  auto *VScale = Memory.template input<float>(Cache);
  auto *Out = Memory.template output<float>(Rows * 128);
  auto *MaxSum =
      reinterpret_cast<float2 *>(Memory.template output<float>(Rows * 2));
  return {[=](decltype(launch) *Launch) {
            Launch(Q, K, V, KScale, VScale, Out, MaxSum, Heads, Tokens, Splits);
          },
          512.0 * 8 * Cache, 264.0 * Cache + 4096.0 * Heads + 520.0 * Rows};
}
