// Acceleration and its derivative, all pairs, double; a body is eight numbers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *bodies, double *forces, int n);

inline std::vector<bench::Size> sizes() {
  return {{{16896}}, {{64}}, {{130}}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *Bodies = Memory.template input<double>(size_t(8) * N);
  auto *Forces = Memory.template output<double>(size_t(6) * N);
  return {[=](decltype(launch) *Launch) { Launch(Bodies, Forces, N); },
          44.0 * N * N, 112.0 * N, bench::Unit::Fp64};
}
