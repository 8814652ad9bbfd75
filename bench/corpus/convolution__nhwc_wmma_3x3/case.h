// 3 x 3, padding 1; pixels and output channels are multiples of 64, input
// channels of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const __half *activations, const __half *filters,
                       float *result, int n, int h, int w, int c, int o);

inline std::vector<bench::Size> sizes() {
  return {{{32, 32, 32, 256, 256}},
          {{1, 8, 8, 32, 64}},
          {{2, 4, 16, 64, 64}},
          {{64, 1, 3, 32, 64}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], H = S[1], W = S[2], C = S[3], O = S[4];
  const size_t Pixels = size_t(N) * H * W;
  auto *A = Memory.template input<__half>(Pixels * C);
  auto *F = Memory.template input<__half>(size_t(9) * C * O);
  auto *R = Memory.template output<float>(Pixels * O);
  return {[=](decltype(launch) *Launch) { Launch(A, F, R, N, H, W, C, O); },
          18.0 * Pixels * C * O,
          2.0 * Pixels * C + 18.0 * C * O + 4.0 * Pixels * O,
          bench::Unit::Fp16Tensor};
}
