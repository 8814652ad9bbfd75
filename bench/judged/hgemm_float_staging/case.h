// D = relu(A * B + bias) in half; M and N are multiples of 128, K of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const __half *A, const __half *B, const __half *bias,
                       __half *D, int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{8192, 4096, 2048}},
          {{128, 128, 64}},
          {{256, 128, 192}},
          {{128, 256, 128}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<__half>(size_t(M) * K);
  auto *B = Memory.template input<__half>(size_t(K) * N);
  auto *Bias = Memory.template input<__half>(N);
  auto *D = Memory.template output<__half>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, Bias, D, M, N, K); },
          2.0 * M * N * K, 2.0 * M * K + 2.0 * K * N + 2.0 * M * N,
          bench::Unit::Fp16Tensor};
}
