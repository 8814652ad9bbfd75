// D = min(C, min over k of A[i][k] + B[k][j]).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, const float *B, const float *C, float *D,
                       int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 2048, 2048}},
          {{64, 64, 32}},
          {{70, 65, 37}, 1},
          {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<float>(size_t(M) * K);
  auto *B = Memory.template input<float>(size_t(K) * N);
  auto *C = Memory.template input<float>(size_t(M) * N);
  auto *D = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, D, M, N, K); },
          2.0 * M * N * K,
          4.0 * (double(M) * K + double(K) * N) + 8.0 * M * N};
}
