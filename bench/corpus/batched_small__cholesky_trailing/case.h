// out = A - L * L^T, its lower half, for many matrices; a panel is m x kb.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *panel, const double *A, double *out,
                       int batch, int m, int kb);

inline std::vector<bench::Size> sizes() {
  return {{{1500, 192, 64}}, {{1, 32, 8}}, {{2, 45, 20}, 1}, {{3, 2, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], M = S[1], Kb = S[2];
  auto *Panel = Memory.template input<double>(size_t(Batch) * M * Kb);
  auto *A = Memory.template input<double>(size_t(Batch) * M * M);
  auto *Out = Memory.template output<double>(size_t(Batch) * M * M);
  return {[=](decltype(launch) *Launch) { Launch(Panel, A, Out, Batch, M, Kb); },
          1.0 * Batch * M * (M + 1.0) * Kb,
          8.0 * Batch * M * Kb + 12.0 * Batch * M * M, bench::Unit::Fp64};
}
