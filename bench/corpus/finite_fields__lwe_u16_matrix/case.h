// Rows in multiples of 128, depth of 32, batches with one matrix.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *a, const signed char *s, const unsigned
                       short *e, unsigned short *b, int rows, int depth, int
                       batches);

inline std::vector<bench::Size> sizes() {
  return {{{1280, 1344, 256}}, {{128, 64, 1}}, {{256, 96, 2}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Depth = S[1], Batches = S[2];
  auto *A = Memory.template input<unsigned>(size_t(Rows) * Depth / 2);
  auto *Secret = Memory.template input<signed char>(size_t(Batches) * Depth * 8);
  auto *E = Memory.template input<unsigned short>(size_t(Batches) * Rows * 8);
  auto *B = Memory.template output<unsigned short>(size_t(Batches) * Rows * 8);
  return {[=](decltype(launch) *Launch) {
            Launch(A, Secret, E, B, Rows, Depth, Batches);
          },
          16.0 * Rows * Depth * Batches,
          2.0 * Rows * Depth + 8.0 * Batches * (Depth + 4.0 * Rows)};
}
