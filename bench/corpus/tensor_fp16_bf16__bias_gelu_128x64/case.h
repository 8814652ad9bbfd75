// out = gelu(x * w^T + bias); N is a multiple of 64, K of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *x, const half *w, const half *bias,
                       half *out, int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4096, 1024}},
          {{128, 64, 32}},
          {{100, 128, 96}},
          {{1, 64, 64}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *X = Memory.template input<half>(size_t(M) * K);
  auto *W = Memory.template input<half>(size_t(N) * K);
  auto *Bias = Memory.template input<half>(N);
  auto *Out = Memory.template output<half>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(X, W, Bias, Out, M, N, K); },
          2.0 * M * N * K, 2.0 * (1.0 * M * K + 1.0 * N * K + 1.0 * M * N),
          bench::Unit::Fp16Tensor};
}
