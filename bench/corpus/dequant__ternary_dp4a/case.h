// All three are multiples of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *act, const unsigned *weight, const float
                       *act_scale, float *out, int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 2560, 2560}}, {{64, 64, 64}}, {{64, 128, 192}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<int>(size_t(M) * K / 4);
  auto *W = Memory.template input<unsigned>(size_t(N) * K / 16);
  auto *Scale = Memory.template input<float>(M);
  auto *Y = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(A, W, Scale, Y, M, N, K);
          },
          2.0 * M * N * K,
          1.0 * M * K + 0.25 * N * K + 4.0 * M * N};
}
