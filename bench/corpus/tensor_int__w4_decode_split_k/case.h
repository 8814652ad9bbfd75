// Eight tokens times four-bit weights, in four parts along K; N is a multiple
// of 128, K of 256.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *x, const unsigned *qweight,
                       const half *scales, float *partial, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{28672, 8192}}, {{128, 256}}, {{256, 768}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], K = S[1];
  auto *X = Memory.template input<half>(size_t(8) * K);
  auto *Q = Memory.template input<unsigned>(size_t(K) / 8 * N);
  auto *Scales = Memory.template input<half>(size_t(K) / 64 * N);
  auto *Partial = Memory.template output<float>(size_t(4) * 8 * N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Q, Scales, Partial, N, K);
          },
          16.0 * N * K, 16.0 * K + 0.53125 * N * K + 128.0 * N};
}
