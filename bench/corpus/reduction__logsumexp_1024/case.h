// Log-sum-exp over the rows of each of a batch; columns are a multiple of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *logits, float *lse, int batch, int rows,
                       int columns);

inline std::vector<bench::Size> sizes() {
  return {{{32, 2000, 2048}}, {{1, 128, 128}}, {{2, 150, 128}}, {{1, 1, 256}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], Rows = S[1], Columns = S[2];
  const size_t Count = size_t(Batch) * Rows * Columns;
  auto *Logits = Memory.template input<float>(Count);
  auto *Lse = Memory.template output<float>(size_t(Batch) * Columns);
  return {[=](decltype(launch) *Launch) {
            Launch(Logits, Lse, Batch, Rows, Columns);
          },
          4.0 * Count, 4.0 * Count + 4.0 * Batch * Columns};
}
