// Bags of up to `most` rows of a table with 128 columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float4 *table, const int *ids, const int *offsets,
                       const int *lengths, float *out, int bags);

inline std::vector<bench::Size> sizes() {
  return {{{8192, 200, 1000000}}, {{4, 32, 50}}, {{9, 41, 7}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Bags = S[0], Most = S[1], Rows = S[2];
  auto *Table = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(Rows) * 128));
  auto *Ids = Memory.indices(size_t(Bags) * Most, 0, Rows);
  auto *Offsets = Memory.steps(Bags, Most);
  auto *Lengths = Memory.indices(Bags, 0, Most + 1);
  auto *Out = Memory.template output<float>(size_t(Bags) * 256);
  return {[=](decltype(launch) *Launch) {
            Launch(Table, Ids, Offsets, Lengths, Out, Bags);
          },
          // Half of them, by the mean of the lengths; rows may occur twice.
          128.0 * Bags * Most, 100.0 * Bags * Most + 1024.0 * Bags};
}
