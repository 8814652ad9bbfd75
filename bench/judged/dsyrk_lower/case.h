// The lower half of C = A * A^T in double; A is n x k.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *A, double *C, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 1024}}, {{64, 32}}, {{130, 19}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], K = S[1];
  auto *A = Memory.template input<double>(size_t(N) * K);
  auto *C = Memory.template output<double>(size_t(N) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, C, N, K); },
          1.0 * N * (N + 1) * K, 8.0 * N * K + 4.0 * N * N, bench::Unit::Fp64};
}
