// C = A * (W * scale), W in int8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, const signed char *W, const float *scale,
                       float *C, int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {
      {{2048, 4096, 2048}}, {{64, 64, 32}}, {{65, 70, 33}, 1}, {{2, 130, 5}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<float>(size_t(M) * K);
  auto *W = Memory.template input<signed char>(size_t(K) * N);
  auto *Scale = Memory.template input<float>(N);
  auto *C = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, W, Scale, C, M, N, K); },
          2.0 * M * N * K, 4.0 * M * K + 1.0 * K * N + 4.0 * M * N,
          bench::Unit::Fp32};
}
