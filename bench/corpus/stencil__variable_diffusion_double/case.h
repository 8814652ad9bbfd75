// div(k grad u) on a regular grid with no flux through the border.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *u, const double *k, double *out, int nx,
                       int ny, int nz);

inline std::vector<bench::Size> sizes() {
  return {{{352, 352, 256}}, {{32, 8, 10}}, {{35, 11, 7}, 1}, {{1, 3, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1], Z = S[2];
  const size_t Count = size_t(X) * Y * Z;
  auto *U = Memory.template input<double>(Count);
  auto *K = Memory.template input<double>(Count);
  auto *Out = Memory.template output<double>(Count);
  return {[=](decltype(launch) *Launch) { Launch(U, K, Out, X, Y, Z); },
          29.0 * Count, 24.0 * Count, bench::Unit::Fp64};
}
