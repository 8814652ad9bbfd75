// Sums of gradients of weights by parts of the images; rows of 32 pixels.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, const float *dy, float *partial_dw,
                       int images, int cin, int cout, int height, int splits);

inline std::vector<bench::Size> sizes() {
  return {{{64, 128, 128, 32, 16}},
          {{1, 16, 16, 4, 1}},
          {{3, 10, 17, 5, 2}, 1},
          {{1, 1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], I = S[1], O = S[2], H = S[3], Splits = S[4];
  const size_t Pixels = size_t(N) * H * 32;
  auto *X = Memory.template input<float>(Pixels * I);
  auto *DY = Memory.template input<float>(Pixels * O);
  auto *DW = Memory.template output<float>(size_t(Splits) * O * I * 9);
  return {[=](decltype(launch) *Launch) {
            Launch(X, DY, DW, N, I, O, H, Splits);
          },
          // Fewer at the edges.
          16.0 * Pixels * I * O,
          4.0 * Pixels * (I + O) + 36.0 * Splits * I * O};
}
