// C = A * B in bfloat16, computed in float; N and K are even.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *A, const __nv_bfloat16 *B,
                       __nv_bfloat16 *C, int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {
      {{2048, 4096, 2048}}, {{64, 128, 64}}, {{70, 66, 34}, 2}, {{1, 2, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<__nv_bfloat16>(size_t(M) * K);
  auto *B = Memory.template input<__nv_bfloat16>(size_t(K) * N);
  auto *C = Memory.template output<__nv_bfloat16>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, K); },
          2.0 * M * N * K, 2.0 * M * K + 2.0 * K * N + 2.0 * M * N,
          bench::Unit::Fp32};
}
