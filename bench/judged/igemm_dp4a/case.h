// c = a * b^T in int8, four values a word.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *a, const int *b, int *c, int m, int n,
                       int words);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4096, 512}}, {{64, 64, 16}}, {{65, 70, 33}, 1}, {{3, 2, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], Words = S[2];
  auto *A = Memory.template input<int>(size_t(M) * Words);
  auto *B = Memory.template input<int>(size_t(N) * Words);
  auto *C = Memory.template output<int>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, Words); },
          8.0 * M * N * Words, 4.0 * (M + N) * Words + 4.0 * M * N,
          bench::Unit::Int8Tensor};
}
