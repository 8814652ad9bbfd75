// The gated delta rule, keys of 32 and values of 128 features.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *q, const __nv_bfloat16 *k,
                       const __nv_bfloat16 *v, const float *beta,
                       const float *gate, float *out, int heads, int length);

inline std::vector<bench::Size> sizes() {
  return {{{528, 2048}}, {{1, 16}}, {{2, 37}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], Length = S[1];
  const size_t Steps = size_t(Heads) * Length;
  auto *Q = Memory.template input<__nv_bfloat16>(Steps * 32);
  auto *K = Memory.template input<__nv_bfloat16>(Steps * 32);
  auto *V = Memory.template input<__nv_bfloat16>(Steps * 128);
  auto *Beta = Memory.template input<float>(Steps);
  auto *Gate = Memory.template input<float>(Steps);
  auto *Out = Memory.template output<float>(Steps * 128);
  return {[=](decltype(launch) *Launch) {
            Launch(Q, K, V, Beta, Gate, Out, Heads, Length);
          },
          28672.0 * Steps, 904.0 * Steps, bench::Unit::Fp32};
}
