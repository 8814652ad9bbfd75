// C = A * B in int8, sums in int32; all matrices in rows: A is M x K, B K x N.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const signed char *A, const signed char *B, int *C,
                       int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4096, 4096}}, {{128, 64, 160}},   {{70, 80, 48}},
          {{65, 64, 33}},       {{131, 77, 45}, 1}, {{65, 129, 1}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<signed char>(size_t(M) * K);
  auto *B = Memory.template input<signed char>(size_t(K) * N);
  auto *C = Memory.template output<int>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, K); },
          2.0 * M * N * K, 1.0 * M * K + 1.0 * K * N + 4.0 * M * N,
          bench::Unit::Int8Tensor};
}
