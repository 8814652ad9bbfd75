// N is a multiple of 64, K of 16.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, float *C, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 4096}}, {{64, 32}}, {{192, 48}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], K = S[1];
  auto *A = Memory.template input<float>(size_t(N) * K);
  auto *C = Memory.template output<float>(size_t(N) * (N + 1) / 2);
  return {[=](decltype(launch) *Launch) {
            Launch(A, C, N, K);
          },
          1.0 * N * N * K,
          4.0 * N * K + 2.0 * N * N,
          bench::Unit::Fp32};
}
