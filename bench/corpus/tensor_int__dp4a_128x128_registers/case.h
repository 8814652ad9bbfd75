// C = A * B^T of int8, four a word; rows are multiples of 128, words of 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *A, const int *B, int *C, int M, int N, int W);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4096, 256}}, {{128, 128, 8}}, {{256, 128, 40}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], W = S[2];
  auto *A = Memory.template input<int>(size_t(M) * W);
  auto *B = Memory.template input<int>(size_t(N) * W);
  auto *C = Memory.template output<int>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, W); },
          8.0 * M * N * W, 4.0 * (1.0 * M * W + 1.0 * N * W + 1.0 * M * N),
          bench::Unit::Int8Tensor};
}
