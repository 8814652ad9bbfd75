// Parts of C = A^T * B, a part for each split of the rows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *A, const float *B, float *partial, int rows,
                       int m, int n, int splits);

inline std::vector<bench::Size> sizes() {
  return {{{1048576, 128, 128, 64}},
          {{64, 32, 32, 1}},
          {{100, 40, 33, 3}, 1},
          {{1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], M = S[1], N = S[2], Splits = S[3];
  auto *A = Memory.template input<float>(size_t(Rows) * M);
  auto *B = Memory.template input<float>(size_t(Rows) * N);
  auto *Partial = Memory.template output<float>(size_t(Splits) * M * N);
  return {[=](decltype(launch) *Launch) {
            Launch(A, B, Partial, Rows, M, N, Splits);
          },
          2.0 * Rows * M * N, 4.0 * Rows * (M + N) + 4.0 * Splits * M * N,
          bench::Unit::Fp32};
}
