// C = A * B of half, both with rows; M a multiple of 64, N of 128, K of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *A, const half *B, half *C, int M, int N,
                       int K);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4096, 2048}},
          {{64, 128, 64}},
          {{128, 256, 192}},
          {{192, 128, 128}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<half>(size_t(M) * K);
  auto *B = Memory.template input<half>(size_t(K) * N);
  auto *C = Memory.template output<half>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, K); },
          2.0 * M * N * K, 2.0 * (1.0 * M * K + 1.0 * K * N + 1.0 * M * N),
          bench::Unit::Fp16Tensor};
}
