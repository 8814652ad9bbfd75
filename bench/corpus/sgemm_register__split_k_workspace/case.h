// C = A * B^T for long K: partial sums, then their sum.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, const float *B, float *workspace,
                       float *C, int M, int N, int K, int splits);

inline std::vector<bench::Size> sizes() {
  return {{{256, 512, 32768, 16}},
          {{64, 32, 64, 2}},
          {{70, 33, 150, 3}, 1},
          {{1, 1, 5, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2], Splits = S[3];
  auto *A = Memory.template input<float>(size_t(M) * K);
  auto *B = Memory.template input<float>(size_t(N) * K);
  auto *Workspace = Memory.template output<float>(size_t(Splits) * M * N);
  auto *C = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(A, B, Workspace, C, M, N, K, Splits);
          },
          2.0 * M * N * K,
          4.0 * (1.0 * M * K + 1.0 * N * K + (1.0 + Splits) * M * N),
          bench::Unit::Fp32};
}
