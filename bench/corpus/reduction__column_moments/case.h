// Power sums of the columns of parts of the rows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float *data, const float *pivot, float4 *moments,
                       int n_rows, int n_cols, int parts);

inline std::vector<bench::Size> sizes() {
  return {{{262144, 512, 64}}, {{128, 32, 1}}, {{301, 45, 2}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Cols = S[1], Parts = S[2];
  auto *Data = Memory.template input<float>(size_t(Rows) * Cols);
  auto *Pivot = Memory.template input<float>(Cols);
  auto *Out = reinterpret_cast<float4 *>(
      Memory.template output<float>(size_t(4) * Parts * Cols));
  return {[=](decltype(launch) *Launch) {
            Launch(Data, Pivot, Out, Rows, Cols, Parts);
          },
          8.0 * Rows * Cols, 4.0 * Rows * Cols + 16.0 * Parts * Cols};
}
