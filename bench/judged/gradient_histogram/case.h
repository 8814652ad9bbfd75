// Sums of gradients by feature and bin; half of the rows are chosen.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const unsigned char *bins, const float2 *gradients,
                       const int *row_index, float2 *histograms, int n_rows,
                       int n_features, int blocks);

inline std::vector<bench::Size> sizes() {
  return {{{500000, 256, 264}}, {{256, 64, 1}}, {{300, 70, 2}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Features = S[1], Blocks = S[2];
  auto *Bins =
      Memory.template input<unsigned char>(size_t(2) * Rows * Features);
  auto *Gradients =
      reinterpret_cast<float2 *>(Memory.template input<float>(2 * Rows));
  auto *Index = Memory.indices(Rows, 0, 2 * Rows);
  auto *Histograms = reinterpret_cast<float2 *>(
      Memory.template output<float>(size_t(Blocks) * 64 * Features * 2));
  return {[=](decltype(launch) *Launch) {
            Launch(Bins, Gradients, Index, Histograms, Rows, Features, Blocks);
          },
          2.0 * Rows * Features,
          0.7 * Rows * Features + 12.0 * Rows + 512.0 * Blocks * Features};
}
