// 3 x 3, padding 1, NCHW; the weights are transformed already.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, const float *u, float *y, int images,
                       int C, int O, int H, int W);

inline std::vector<bench::Size> sizes() {
  return {{{16, 128, 128, 64, 64}},
          {{1, 8, 4, 16, 32}},
          {{2, 5, 6, 17, 35}, 1},
          {{1, 1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], C = S[1], O = S[2], H = S[3], W = S[4];
  const size_t Pixels = size_t(N) * H * W;
  auto *X = Memory.template input<float>(Pixels * C);
  auto *U = Memory.template input<float>(size_t(C) * O * 16);
  auto *Y = Memory.template output<float>(Pixels * O);
  return {[=](decltype(launch) *Launch) { Launch(X, U, Y, N, C, O, H, W); },
          // As Winograd counts: four products a pixel instead of nine.
          8.0 * Pixels * C * O, 4.0 * Pixels * (C + O) + 64.0 * C * O};
}
