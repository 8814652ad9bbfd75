// M and K are multiples of 16, N of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *ar, const float *ai, const float *br, const
                       float *bi, float *cr, float *ci, int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{1520, 2048, 1024}}, {{64, 64, 32}}, {{80, 128, 48}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *Ar = Memory.template input<float>(size_t(M) * K);
  auto *Ai = Memory.template input<float>(size_t(M) * K);
  auto *Br = Memory.template input<float>(size_t(K) * N);
  auto *Bi = Memory.template input<float>(size_t(K) * N);
  auto *Cr = Memory.template output<float>(size_t(M) * N);
  auto *Ci = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(Ar, Ai, Br, Bi, Cr, Ci, M, N, K);
          },
          8.0 * M * N * K,
          8.0 * (1.0 * M * K + 1.0 * K * N + 1.0 * M * N)};
}
