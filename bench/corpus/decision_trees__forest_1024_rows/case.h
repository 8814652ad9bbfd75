// Rows with 24 features as columns, trees of depth seven.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *columns, const int *feature, const float
                       *cut, const float *leaf, float *out, int rows, int
                       trees);

inline std::vector<bench::Size> sizes() {
  return {{{270000, 192}}, {{1024, 96}}, {{1030, 50}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Trees = S[1];
  auto *Columns = Memory.template input<float>(size_t(Rows) * 24);
  auto *Feature = Memory.indices(size_t(Trees) * 127, 0, 24);
  auto *Cut = Memory.template input<float>(size_t(Trees) * 127);
  auto *Leaf = Memory.template input<float>(size_t(Trees) * 128);
  auto *Out = Memory.template output<float>(Rows);
  return {[=](decltype(launch) *Launch) {
            Launch(Columns, Feature, Cut, Leaf, Out, Rows, Trees);
          },
          15.0 * Rows * Trees,
          100.0 * Rows + 1528.0 * Trees};
}
