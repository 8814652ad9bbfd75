// C = A * B / 8 for each of a batch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *a, const float *b, float *c, int batch,
                       int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{96, 400, 500, 300}},
          {{1, 32, 64, 32}},
          {{2, 37, 70, 21}, 1},
          {{1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], M = S[1], N = S[2], K = S[3];
  auto *A = Memory.template input<float>(size_t(Batch) * M * K);
  auto *B = Memory.template input<float>(size_t(Batch) * K * N);
  auto *C = Memory.template output<float>(size_t(Batch) * M * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, Batch, M, N, K); },
          2.0 * Batch * M * N * K,
          4.0 * Batch * (double(M) * K + double(K) * N + double(M) * N)};
}
