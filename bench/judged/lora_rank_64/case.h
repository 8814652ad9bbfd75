// y = base + 0.5 * x * b; x is tokens x 64, features are a multiple of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *x, const half *b, const half *base, half *y,
                       int tokens, int features);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 8192}}, {{64, 64}}, {{70, 128}}, {{1, 64}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Tokens = S[0], Features = S[1];
  auto *X = Memory.template input<half>(size_t(Tokens) * 64);
  auto *B = Memory.template input<half>(size_t(64) * Features);
  auto *Base = Memory.template input<half>(size_t(Tokens) * Features);
  auto *Y = Memory.template output<half>(size_t(Tokens) * Features);
  return {[=](decltype(launch) *Launch) {
            Launch(X, B, Base, Y, Tokens, Features);
          },
          128.0 * Tokens * Features,
          128.0 * (Tokens + Features) + 4.0 * Tokens * Features,
          bench::Unit::Fp16Tensor};
}
