// dK and dV of attention, head dimension 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *query, const float *key, const float *value,
                       const float *grad_out, const float *lse,
                       const float *delta, float *grad_key, float *grad_value,
                       int heads, int n_query, int n_key);

inline std::vector<bench::Size> sizes() {
  return {{{64, 1024, 1056}}, {{1, 32, 96}}, {{2, 37, 50}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], NQ = S[1], NK = S[2];
  const size_t Q = size_t(Heads) * NQ, K = size_t(Heads) * NK;
  auto *Query = Memory.template input<float>(Q * 32);
  auto *Key = Memory.template input<float>(K * 32);
  auto *Value = Memory.template input<float>(K * 32);
  auto *GradOut = Memory.template input<float>(Q * 32);
  auto *Lse = Memory.template input<float>(Q);
  auto *Delta = Memory.template input<float>(Q);
  auto *GradKey = Memory.template output<float>(K * 32);
  auto *GradValue = Memory.template output<float>(K * 32);
  return {[=](decltype(launch) *Launch) {
            Launch(Query, Key, Value, GradOut, Lse, Delta, GradKey, GradValue,
                   Heads, NQ, NK);
          },
          256.0 * Q * NK, 264.0 * Q + 512.0 * K, bench::Unit::Fp32};
}
