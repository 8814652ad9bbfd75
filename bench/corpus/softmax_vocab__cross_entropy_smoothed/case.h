// Tokens and the size of the vocabulary.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *logits, const int *labels, float *loss, int
                       tokens, int vocab);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 50257}}, {{2, 8192}}, {{3, 5001}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Tokens = S[0], Vocab = S[1];
  auto *Logits = Memory.template input<half>(size_t(Tokens) * Vocab);
  auto *Labels = Memory.indices(Tokens, 0, Vocab);
  auto *Loss = Memory.template output<float>(Tokens);
  return {[=](decltype(launch) *Launch) {
            Launch(Logits, Labels, Loss, Tokens, Vocab);
          },
          6.0 * Tokens * Vocab,
          2.0 * Tokens * Vocab};
}
