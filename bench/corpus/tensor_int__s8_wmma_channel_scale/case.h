// y = (x * w^T) * x_scale * w_scale of int8; M and N are multiples of 64, K of
// 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const signed char *x, const signed char *w,
                       const float *x_scale, const float *w_scale, half *y,
                       int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4096, 2048}},
          {{64, 64, 64}},
          {{128, 64, 192}},
          {{64, 192, 128}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *X = Memory.template input<signed char>(size_t(M) * K);
  auto *W = Memory.template input<signed char>(size_t(N) * K);
  auto *XScale = Memory.template input<float>(M);
  auto *WScale = Memory.template input<float>(N);
  auto *Y = Memory.template output<half>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, W, XScale, WScale, Y, M, N, K);
          },
          2.0 * M * N * K,
          1.0 * M * K + 1.0 * N * K + 4.0 * (M + N) + 2.0 * M * N,
          bench::Unit::Int8Tensor};
}
