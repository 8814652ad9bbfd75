// C = A * B in bfloat16; multiples of 128, 256 and 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C,
                       int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 8192, 4096}},
          {{128, 256, 128}},
          {{256, 256, 256}},
          {{128, 256, 384}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<__nv_bfloat16>(size_t(M) * K);
  auto *B = Memory.template input<__nv_bfloat16>(size_t(K) * N);
  auto *C = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, K); },
          2.0 * M * N * K,
          1.0 * sizeof(__nv_bfloat16) * (1.0 * M * K + 1.0 * K * N) +
              1.0 * sizeof(float) * M * N,
          bench::Unit::Fp16Tensor};
}
