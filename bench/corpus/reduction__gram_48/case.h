// Gram matrices of the parts of a matrix of 48 columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float4 *x, float *partial, int nrow, int blocks);

inline std::vector<bench::Size> sizes() {
  return {{{2000000, 792}}, {{64, 1}}, {{205, 3}}, {{1, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Blocks = S[1];
  auto *X = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(Rows) * 48));
  auto *Partial = Memory.template output<float>(size_t(Blocks) * 48 * 48);
  return {[=](decltype(launch) *Launch) { Launch(X, Partial, Rows, Blocks); },
          // All of it, not the half that would do.
          2.0 * 48 * 48 * Rows, 192.0 * Rows + 9216.0 * Blocks,
          bench::Unit::Fp32};
}
