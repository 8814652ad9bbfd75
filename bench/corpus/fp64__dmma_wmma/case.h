// C = A * B; M and N are multiples of 64, K of 16.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *A, const double *B, double *C, int M,
                       int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 2048, 2048}},
          {{64, 64, 16}},
          {{128, 64, 48}},
          {{64, 128, 80}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<double>(size_t(M) * K);
  auto *B = Memory.template input<double>(size_t(K) * N);
  auto *C = Memory.template output<double>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, K); },
          2.0 * M * N * K,
          8.0 * (double(M) * K + double(K) * N + double(M) * N)};
}
