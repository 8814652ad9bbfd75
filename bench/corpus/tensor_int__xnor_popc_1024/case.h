// Products of +1 and -1, 32 a word.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *a, const unsigned *b, int *c, int m,
                       int n, int words);

inline std::vector<bench::Size> sizes() {
  return {
      {{4096, 4096, 128}}, {{32, 32, 32}}, {{35, 40, 50}, 1}, {{2, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], Words = S[2];
  auto *A = Memory.template input<unsigned>(size_t(M) * Words);
  auto *B = Memory.template input<unsigned>(size_t(N) * Words);
  auto *C = Memory.template output<int>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, Words); },
          3.0 * M * N * Words, 4.0 * (M + N) * Words + 4.0 * M * N};
}
