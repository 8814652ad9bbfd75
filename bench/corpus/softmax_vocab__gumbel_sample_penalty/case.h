// Rows and words; the words are a multiple of four.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const float4 *logits, const uint2 *counts, const
                       __nv_bfloat16 *bias, int *token, float *value, int rows,
                       int vocab);

inline std::vector<bench::Size> sizes() {
  return {{{512, 128256}}, {{1, 8192}}, {{2, 5004}}, {{1, 4}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Vocab = S[1];
  auto *Logits = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(Rows) * Vocab));
  auto *Counts = reinterpret_cast<uint2 *>(
      Memory.template input<unsigned short>(size_t(Rows) * Vocab));
  auto *Bias = Memory.template input<__nv_bfloat16>(Vocab);
  auto *Token = Memory.template output<int>(Rows);
  auto *Value = Memory.template output<float>(Rows);
  return {[=](decltype(launch) *Launch) {
            Launch(Logits, Counts, Bias, Token, Value, Rows, Vocab);
          },
          20.0 * Rows * Vocab,
          6.0 * Rows * Vocab};
}
