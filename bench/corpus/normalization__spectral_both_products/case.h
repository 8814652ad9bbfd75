// A matrix, a vector on each side; the second product in parts of 32 rows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *w, const float *u, const float *v, float
                       *wv, float *part, int rows, int cols);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 4096}}, {{32, 128}}, {{40, 100}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Cols = S[1];
  auto *W = Memory.template input<float>(size_t(Rows) * Cols);
  auto *U = Memory.template input<float>(Rows);
  auto *V = Memory.template input<float>(Cols);
  auto *Wv = Memory.template output<float>(Rows);
  auto *Part = Memory.template output<float>(size_t((Rows + 31) / 32) * Cols);
  return {[=](decltype(launch) *Launch) {
            Launch(W, U, V, Wv, Part, Rows, Cols);
          },
          4.0 * Rows * Cols,
          4.125 * Rows * Cols};
}
