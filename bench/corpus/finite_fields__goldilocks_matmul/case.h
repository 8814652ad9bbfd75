// Any sizes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned long long *A, const unsigned long long *B,
                       unsigned long long *C, int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 1024, 512}}, {{32, 32, 32}}, {{40, 35, 21}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<unsigned long long>(size_t(M) * K);
  auto *B = Memory.template input<unsigned long long>(size_t(K) * N);
  auto *C = Memory.template output<unsigned long long>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(A, B, C, M, N, K);
          },
          20.0 * M * N * K,
          8.0 * (1.0 * M * K + 1.0 * K * N + 1.0 * M * N)};
}
