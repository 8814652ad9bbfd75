// C = A * B^T of bfloat16; M is a multiple of 256, N of 128, K of 96.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C,
                       int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 4224, 3072}}, {{256, 128, 96}}, {{256, 256, 288}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = Memory.template input<__nv_bfloat16>(size_t(M) * K);
  auto *B = Memory.template input<__nv_bfloat16>(size_t(N) * K);
  auto *C = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, M, N, K); },
          2.0 * M * N * K,
          2.0 * (1.0 * M * K + 1.0 * N * K) + 4.0 * M * N,
          bench::Unit::Fp16Tensor};
}
