// Hypotheses and words.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *logits, const float *score, float *value,
                       int *word, int rows, int vocab);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 8000}}, {{32, 128}}, {{40, 101}, 1}, {{1, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Vocab = S[1];
  auto *Logits = Memory.template input<float>(size_t(Rows) * Vocab);
  auto *Score = Memory.template input<float>(Rows);
  auto *Value = Memory.template output<float>(size_t(Rows) * 4);
  auto *Word = Memory.template output<int>(size_t(Rows) * 4);
  return {[=](decltype(launch) *Launch) {
            Launch(Logits, Score, Value, Word, Rows, Vocab);
          },
          3.0 * Rows * Vocab,
          4.0 * Rows * Vocab};
}
