// C = A * B for each of a batch, in half, computed in float.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const __half *A, const __half *B, __half *C, int batch,
                       int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{64, 512, 512, 256}},
          {{1, 16, 16, 48}},
          {{2, 20, 33, 19}, 1},
          {{3, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], M = S[1], N = S[2], K = S[3];
  auto *A = Memory.template input<__half>(size_t(Batch) * M * K);
  auto *B = Memory.template input<__half>(size_t(Batch) * K * N);
  auto *C = Memory.template output<__half>(size_t(Batch) * M * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, Batch, M, N, K); },
          2.0 * Batch * M * N * K,
          2.0 * Batch * (1.0 * M * K + 1.0 * K * N + 1.0 * M * N),
          bench::Unit::Fp32};
}
