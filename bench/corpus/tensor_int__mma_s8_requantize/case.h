// int8 results of an int8 product; M is a multiple of 128, N of 64, K of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const signed char *A, const signed char *B,
                       const float *scale, signed char *C, int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{8192, 4096, 2048}}, {{128, 64, 64}}, {{256, 128, 192}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<signed char>(size_t(M) * K);
  auto *B = Memory.template input<signed char>(size_t(N) * K);
  auto *Scale = Memory.template input<float>(N);
  auto *C = Memory.template output<signed char>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, Scale, C, M, N, K); },
          2.0 * M * N * K, 1.0 * M * K + 1.0 * N * K + 4.0 * N + 1.0 * M * N,
          bench::Unit::Int8Tensor};
}
