// c = act(op(a) * op(b)); the large size takes no transposition and gelu.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *a, const float *b, float *c, int m, int n,
                       int k, int layout, int act);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 2048, 2048, 1, 2}}, {{64, 32, 48, 0, 0}},
          {{33, 40, 19, 1, 1}, 1},    {{35, 33, 17, 2, 2}},
          {{5, 7, 3, 3, 0}, 1},       {{1025, 3, 18, 0, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2], Layout = S[3], Act = S[4];
  auto *A = Memory.template input<float>(size_t(M) * K);
  auto *B = Memory.template input<float>(size_t(K) * N);
  auto *C = Memory.template output<float>(size_t(M) * N);
  return {
      [=](decltype(launch) *Launch) { Launch(A, B, C, M, N, K, Layout, Act); },
      2.0 * M * N * K, 4.0 * M * K + 4.0 * K * N + 4.0 * M * N,
      bench::Unit::Fp32};
}
