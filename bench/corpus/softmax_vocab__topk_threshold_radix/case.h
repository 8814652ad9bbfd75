// Rows, words, and which of them; no more than there are words.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *logits, float *threshold, int rows, int
                       vocab, int k);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 32000, 50}}, {{1, 4096, 40}}, {{2, 2100, 7}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Vocab = S[1], K = S[2];
  auto *Logits = Memory.template input<float>(size_t(Rows) * Vocab);
  auto *Threshold = Memory.template output<float>(Rows);
  return {[=](decltype(launch) *Launch) {
            Launch(Logits, Threshold, Rows, Vocab, K);
          },
          12.0 * Rows * Vocab,
          4.0 * Rows * Vocab};
}
