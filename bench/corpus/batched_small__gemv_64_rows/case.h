// y = alpha * A * x for many matrices with rows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, const float *x, float *y, float alpha,
                       int batch, int m, int n);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 256, 512}}, {{2, 64, 32}}, {{3, 70, 45}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], M = S[1], N = S[2];
  auto *A = Memory.template input<float>(size_t(Batch) * M * N);
  auto *X = Memory.template input<float>(size_t(Batch) * N);
  auto *Y = Memory.template output<float>(size_t(Batch) * M);
  return {[=](decltype(launch) *Launch) {
            Launch(A, X, Y, 1.25f, Batch, M, N);
          },
          2.0 * Batch * M * N, 4.0 * Batch * (1.0 * M * N + M + N)};
}
