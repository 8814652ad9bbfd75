// Rows, columns, rank.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *V, const float *W, const float *H, float *Q,
                       int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{6000, 8000, 64}}, {{128, 64, 16}}, {{130, 70, 11}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *V = Memory.template input<float>(size_t(M) * N);
  auto *W = Memory.template input<float>(size_t(M) * K);
  auto *H = Memory.template input<float>(size_t(K) * N);
  auto *Q = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(V, W, H, Q, M, N, K);
          },
          2.0 * M * N * K,
          8.0 * M * N + 4.0 * (1.0 * M + N) * K,
          bench::Unit::Fp32};
}
