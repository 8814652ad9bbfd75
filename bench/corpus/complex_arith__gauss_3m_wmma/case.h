// M and N are multiples of 64, K of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half2 *A, const half2 *B, float *C_re, float *C_im,
                       int m, int n, int k);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 2048, 1024}}, {{64, 64, 64}}, {{64, 128, 96}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *A = reinterpret_cast<half2 *>(
      Memory.template input<half>(size_t(M) * K * 2));
  auto *B = reinterpret_cast<half2 *>(
      Memory.template input<half>(size_t(N) * K * 2));
  auto *Re = Memory.template output<float>(size_t(M) * N);
  auto *Im = Memory.template output<float>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(A, B, Re, Im, M, N, K);
          },
          6.0 * M * N * K,
          4.0 * (1.0 * M + N) * K + 8.0 * M * N,
          bench::Unit::Fp16Tensor};
}
