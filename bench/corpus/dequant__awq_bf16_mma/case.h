// M and N are multiples of 64, K of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *x, const unsigned *qweight, const
                       float2 *scale_zero, __nv_bfloat16 *y, int m, int n, int
                       k);

inline std::vector<bench::Size> sizes() {
  return {{{128, 14336, 4096}}, {{64, 64, 128}}, {{64, 128, 384}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *X = Memory.template input<__nv_bfloat16>(size_t(M) * K);
  auto *Q = Memory.template input<unsigned>(size_t(K) * N / 8);
  auto *SZ = reinterpret_cast<float2 *>(
      Memory.template input<float>(size_t(K) / 128 * N * 2));
  auto *Y = Memory.template output<__nv_bfloat16>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Q, SZ, Y, M, N, K);
          },
          2.0 * M * N * K,
          2.0 * M * K + 0.5625 * N * K + 2.0 * M * N,
          bench::Unit::Fp16Tensor};
}
