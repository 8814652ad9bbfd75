// D[i][j] = sum |X[i][k] - Y[j][k]|.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *X, const float *Y, float *D, int nx, int ny,
                       int dim);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 8192, 128}}, {{32, 32, 64}}, {{33, 35, 70}, 1}, {{1, 2, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1], Dim = S[2];
  auto *Left = Memory.template input<float>(size_t(X) * Dim);
  auto *Right = Memory.template input<float>(size_t(Y) * Dim);
  auto *D = Memory.template output<float>(size_t(X) * Y);
  return {[=](decltype(launch) *Launch) { Launch(Left, Right, D, X, Y, Dim); },
          2.0 * X * Y * Dim, 4.0 * (X + Y) * Dim + 4.0 * X * Y};
}
