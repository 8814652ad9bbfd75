// N and K are multiples of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *x, const unsigned char *w, const float
                       *absmax, half *y, int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{300, 11008, 4096}}, {{64, 64, 64}}, {{17, 128, 192}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *X = Memory.template input<half>(size_t(M) * K);
  auto *W = Memory.template input<unsigned char>(size_t(N) * K / 2);
  auto *Most = Memory.template input<float>(size_t(N) * K / 64);
  auto *Y = Memory.template output<half>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, W, Most, Y, M, N, K);
          },
          2.0 * M * N * K,
          2.0 * M * K + 0.5625 * N * K + 2.0 * M * N,
          bench::Unit::Fp16Tensor};
}
