// Rows, features as columns of bytes (up to 150), trees.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned char *x, const unsigned short *splits,
                       const float *leaves, float *out, int rows, int features,
                       int trees);

inline std::vector<bench::Size> sizes() {
  return {{{200000, 64, 400}}, {{256, 8, 16}}, {{300, 5, 11}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Features = S[1], Trees = S[2];
  auto *X = Memory.template input<unsigned char>(size_t(Rows) * Features);
  auto *Splits = Memory.template input<unsigned short>(size_t(Trees) * 6);
  auto *Leaves = Memory.template input<float>(size_t(Trees) * 64);
  auto *Out = Memory.template output<float>(Rows);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Splits, Leaves, Out, Rows, Features, Trees);
          },
          19.0 * Rows * Trees,
          1.0 * Rows * Features + 4.0 * Rows + 268.0 * Trees};
}
