// C = A * B^T; M and N are multiples of 128, K of 16.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4096, 2048}}, {{128, 128, 16}}, {{128, 256, 48}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<float>(size_t(M) * K);
  auto *B = Memory.template input<float>(size_t(K) * N);
  auto *C = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, K); },
          2.0 * M * N * K,
          4.0 * (double(M) * K + double(K) * N + double(M) * N)};
}
