// y = x * dequantised(qw); N is a multiple of 64, K of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *x, const unsigned *qw, const half *scales,
                       const unsigned *zeros, half *y, int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {
      {{512, 11008, 4096}}, {{64, 64, 128}}, {{70, 128, 256}}, {{1, 64, 384}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *X = Memory.template input<half>(size_t(M) * K);
  auto *W = Memory.template input<unsigned>(size_t(K) / 8 * N);
  auto *Scales = Memory.template input<half>(size_t(K) / 128 * N);
  auto *Zeros = Memory.template input<unsigned>(size_t(K) / 128 * N / 8);
  auto *Y = Memory.template output<half>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, W, Scales, Zeros, Y, M, N, K);
          },
          2.0 * M * N * K, 2.0 * M * K + 0.5 * K * N + 2.0 * M * N,
          bench::Unit::Fp16Tensor};
}
