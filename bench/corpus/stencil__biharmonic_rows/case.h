// The biharmonic operator of 13 points, zeros around the plate.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *w, float *out, int nx, int ny);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 8192}}, {{128, 64}}, {{131, 83}, 1}, {{1, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1];
  auto *W = Memory.template input<float>(size_t(X) * Y);
  auto *Out = Memory.template output<float>(size_t(X) * Y);
  return {[=](decltype(launch) *Launch) { Launch(W, Out, X, Y); },
          16.0 * X * Y, 8.0 * X * Y};
}
