// Tokens, the width in multiples of 512, adapters of rank 16.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *x, const half *a, const int *adapter, float
                       *v, int tokens, int hidden);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4096, 64}}, {{2, 1024, 2}}, {{3, 512, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Tokens = S[0], Hidden = S[1], Adapters = S[2];
  auto *X = Memory.template input<half>(size_t(Tokens) * Hidden);
  auto *A = Memory.template input<half>(size_t(Adapters) * 16 * Hidden);
  auto *Adapter = Memory.indices(Tokens, 0, Adapters);
  auto *V = Memory.template output<float>(size_t(Tokens) * 16);
  return {[=](decltype(launch) *Launch) {
            Launch(X, A, Adapter, V, Tokens, Hidden);
          },
          32.0 * Tokens * Hidden,
          2.0 * (1.0 * Tokens + 16.0 * Adapters) * Hidden + 64.0 * Tokens};
}
