// A stencil of 13 points in double; the border of two points is not written.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *in, double *out, int nx, int ny, int nz);

inline std::vector<bench::Size> sizes() {
  return {{{512, 512, 388}}, {{32, 16, 9}}, {{37, 21, 6}, 1}, {{5, 5, 5}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1], Z = S[2];
  auto *In = Memory.template input<double>(size_t(X) * Y * Z);
  auto *Out = Memory.template output<double>(size_t(X) * Y * Z);
  return {[=](decltype(launch) *Launch) { Launch(In, Out, X, Y, Z); },
          15.0 * (X - 4) * (Y - 4) * (Z - 4),
          8.0 * X * Y * Z + 8.0 * (X - 4) * (Y - 4) * (Z - 4)};
}
