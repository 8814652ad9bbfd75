// C = 1.5 * A * B + 0.5 * C0, rows; K is a multiple of 8, N of 4.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, const float *B, const float *C0,
                       float *C, int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4096, 1024}}, {{128, 128, 8}}, {{130, 132, 16}},
          {{70, 260, 40}},      {{1, 4, 24}},    {{129, 64, 48}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<float>(size_t(M) * K);
  auto *B = Memory.template input<float>(size_t(K) * N);
  auto *C0 = Memory.template input<float>(size_t(M) * N);
  auto *C = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C0, C, M, N, K); },
          2.0 * M * N * K, 4.0 * M * K + 4.0 * K * N + 8.0 * M * N,
          bench::Unit::Fp32};
}
