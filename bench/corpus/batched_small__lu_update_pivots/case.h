// C - L * U with the rows of C permuted, for many matrices.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *L, const float *U, const float *C,
                       const int *pivots, float *out, int batch, int m, int n,
                       int k);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 256, 256, 32}},
          {{1, 32, 32, 16}},
          {{2, 45, 50, 20}, 1},
          {{3, 1, 2, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], M = S[1], N = S[2], K = S[3];
  auto *L = Memory.template input<float>(size_t(Batch) * M * K);
  auto *U = Memory.template input<float>(size_t(Batch) * K * N);
  auto *C = Memory.template input<float>(size_t(Batch) * M * N);
  auto *Pivots = Memory.indices(size_t(Batch) * M, 0, M);
  auto *Out = Memory.template output<float>(size_t(Batch) * M * N);
  return {[=](decltype(launch) *Launch) {
            Launch(L, U, C, Pivots, Out, Batch, M, N, K);
          },
          2.0 * Batch * M * N * K,
          4.0 * Batch * (1.0 * M * K + 1.0 * K * N + 1.5 * M * N + M)};
}
