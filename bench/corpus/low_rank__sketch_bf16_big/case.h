// All three are multiples of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *x, const __nv_bfloat16 *omega, float
                       *y, int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 128, 8192}}, {{128, 128, 256}}, {{256, 128, 128}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *X = Memory.template input<__nv_bfloat16>(size_t(M) * K);
  auto *Omega = Memory.template input<__nv_bfloat16>(size_t(K) * N);
  auto *Y = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Omega, Y, M, N, K);
          },
          2.0 * M * N * K,
          2.0 * M * K + 2.0 * K * N + 4.0 * M * N,
          bench::Unit::Fp16Tensor};
}
