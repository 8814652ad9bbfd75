// C = A * B^H, complex, for each of a batch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, const float *B, float *C, int batch,
                       int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{128, 256, 256, 512}},
          {{1, 32, 32, 32}},
          {{2, 35, 40, 21}, 1},
          {{1, 1, 2, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], M = S[1], N = S[2], K = S[3];
  auto *A = Memory.template input<float>(size_t(Batch) * M * K * 2);
  auto *B = Memory.template input<float>(size_t(Batch) * N * K * 2);
  auto *C = Memory.template output<float>(size_t(Batch) * M * N * 2);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, Batch, M, N, K); },
          8.0 * Batch * M * N * K,
          8.0 * Batch * (1.0 * M * K + 1.0 * N * K + 1.0 * M * N),
          bench::Unit::Fp32};
}
