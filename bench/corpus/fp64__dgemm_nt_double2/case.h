// D = 1.5 * A * B^T - 0.25 * C; M and N are multiples of 64, K of 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *A, const double *B, const double *C,
                       double *D, int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 2048, 1024}}, {{64, 64, 8}}, {{128, 64, 40}}, {{64, 192, 24}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<double>(size_t(M) * K);
  auto *B = Memory.template input<double>(size_t(N) * K);
  auto *C = Memory.template input<double>(size_t(M) * N);
  auto *D = Memory.template output<double>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, D, M, N, K); },
          2.0 * M * N * K, 8.0 * (double(M) * K + double(N) * K) + 16.0 * M * N,
          bench::Unit::Fp64};
}
