// C = A^H * B of a batch of double complex matrices.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *a, const double *b, double *c, int batch,
                       int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{64, 192, 192, 256}},
          {{1, 32, 32, 32}},
          {{2, 35, 18, 21}, 1},
          {{1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], M = S[1], N = S[2], K = S[3];
  auto *A = Memory.template input<double>(size_t(2) * Batch * M * K);
  auto *B = Memory.template input<double>(size_t(2) * Batch * K * N);
  auto *C = Memory.template output<double>(size_t(2) * Batch * M * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, Batch, M, N, K); },
          8.0 * Batch * M * N * K,
          16.0 * Batch * (double(M) * K + double(K) * N + double(M) * N),
          bench::Unit::Fp64};
}
