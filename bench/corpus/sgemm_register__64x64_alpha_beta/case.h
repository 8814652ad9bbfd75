// D = alpha * A * B + beta * C.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, const float *B, const float *C, float *D,
                       int m, int n, int k, float alpha, float beta);

inline std::vector<bench::Size> sizes() {
  return {
      {{2048, 2048, 1024}}, {{64, 64, 16}}, {{67, 90, 37}, 1}, {{2, 5, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<float>(size_t(M) * K);
  auto *B = Memory.template input<float>(size_t(K) * N);
  auto *C = Memory.template input<float>(size_t(M) * N);
  auto *D = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(A, B, C, D, M, N, K, 0.75f, -1.5f);
          },
          2.0 * M * N * K, 4.0 * (1.0 * M * K + 1.0 * K * N + 2.0 * M * N),
          bench::Unit::Fp32};
}
