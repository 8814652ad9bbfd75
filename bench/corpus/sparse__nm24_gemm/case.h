// M and N are multiples of 64, K of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cstdint>
#include <cuda_fp16.h>

extern "C" void launch(const half *kept, const uint8_t *places, const half *act,
                       half *out, int M, int N, int K);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 2048, 2048}}, {{64, 64, 32}}, {{64, 128, 96}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int M = S[0], N = S[1], K = S[2];
  auto *Kept = Memory.template input<half>(size_t(M) * K / 2);
  auto *Places = Memory.template input<uint8_t>(size_t(M) * K / 4);
  auto *Act = Memory.template input<half>(size_t(K) * N);
  auto *Out = Memory.template output<half>(size_t(M) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(Kept, Places, Act, Out, M, N, K);
          },
          1.0 * M * N * K, 1.25 * M * K + 2.0 * K * N + 2.0 * M * N,
          bench::Unit::Fp32};
}
