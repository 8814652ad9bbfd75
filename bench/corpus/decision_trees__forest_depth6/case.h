// Rows of 32 features, trees of depth six.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *data, const int *features, const float
                       *thresholds, const float *leaves, float *score, int rows,
                       int trees);

inline std::vector<bench::Size> sizes() {
  return {{{200000, 500}}, {{128, 8}}, {{130, 7}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Trees = S[1];
  auto *Data = Memory.template input<float>(size_t(Rows) * 32);
  auto *Features = Memory.indices(size_t(Trees) * 63, 0, 32);
  auto *Thresholds = Memory.template input<float>(size_t(Trees) * 63);
  auto *Leaves = Memory.template input<float>(size_t(Trees) * 64);
  auto *Score = Memory.template output<float>(Rows);
  return {[=](decltype(launch) *Launch) {
            Launch(Data, Features, Thresholds, Leaves, Score, Rows, Trees);
          },
          13.0 * Rows * Trees,
          132.0 * Rows + 760.0 * Trees};
}
