// Rows of tokens, gathered, times the weights of eight experts. hidden is a
// multiple of 32, features of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *tokens, const half *experts,
                       const int *sorted_rows, const int *expert_of_block,
                       half *out, int hidden, int features, int valid_rows);

inline std::vector<bench::Size> sizes() {
  return {{{8192, 4096, 2048, 16384}},
          {{70, 64, 128, 64}},
          {{20, 96, 128, 130}},
          {{3, 32, 256, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Tokens = S[0], Hidden = S[1], Features = S[2], Rows = S[3];
  auto *X = Memory.template input<half>(size_t(Tokens) * Hidden);
  auto *W = Memory.template input<half>(size_t(8) * Hidden * Features);
  auto *Sorted = Memory.indices(Rows, 0, Tokens);
  auto *Experts = Memory.indices((Rows + 63) / 64, 0, 8);
  auto *Out = Memory.template output<half>(size_t(Rows) * Features);
  return {[=](decltype(launch) *Launch) {
            Launch(X, W, Sorted, Experts, Out, Hidden, Features, Rows);
          },
          2.0 * Rows * Hidden * Features,
          1.0 * Tokens * Hidden + 16.0 * Hidden * Features +
              2.0 * Rows * Features,
          bench::Unit::Fp16Tensor};
}
