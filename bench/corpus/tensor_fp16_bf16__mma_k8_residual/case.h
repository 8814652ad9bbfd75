// out = residual + x * w of half, any sizes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *x, const half *w, const half *residual,
                       half *out, int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 2048, 1000}}, {{64, 64, 16}}, {{70, 65, 37}, 1}, {{3, 1, 5}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *X = Memory.template input<half>(size_t(M) * K);
  auto *W = Memory.template input<half>(size_t(K) * N);
  auto *Residual = Memory.template input<half>(size_t(M) * N);
  auto *Out = Memory.template output<half>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, W, Residual, Out, M, N, K);
          },
          2.0 * M * N * K, 2.0 * (1.0 * M * K + 1.0 * K * N + 2.0 * M * N),
          bench::Unit::Fp16Tensor};
}
