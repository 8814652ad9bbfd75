// The three sides of the tensor, and the rank.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *X, const float *B, const float *C, float *M,
                       int ni, int nj, int nk, int nr);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 200, 40, 64}}, {{32, 64, 2, 32}}, {{40, 37, 3, 20}, 1}, {{1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int I = S[0], J = S[1], K = S[2], R = S[3];
  auto *X = Memory.template input<float>(size_t(I) * J * K);
  auto *B = Memory.template input<float>(size_t(J) * R);
  auto *C = Memory.template input<float>(size_t(K) * R);
  auto *M = Memory.template output<float>(size_t(I) * R);
  return {[=](decltype(launch) *Launch) {
            Launch(X, B, C, M, I, J, K, R);
          },
          2.0 * I * J * K * R,
          4.0 * I * J * K + 4.0 * (1.0 * I + J + K) * R};
}
