// dim is a multiple of 32, out_dim of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *table, const int *ids,
                       const __nv_bfloat16 *projection, __nv_bfloat16 *output,
                       int tokens, int dim, int out_dim);

inline std::vector<bench::Size> sizes() {
  return {{{65536, 256, 512, 500000}},
          {{64, 32, 64, 20}},
          {{71, 96, 64, 3}},
          {{1, 64, 128, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Tokens = S[0], Dim = S[1], Out = S[2], Rows = S[3];
  using T = __nv_bfloat16;
  auto *Table = Memory.template input<T>(size_t(Rows) * Dim);
  auto *Ids = Memory.indices(Tokens, 0, Rows);
  auto *Projection = Memory.template input<T>(size_t(Dim) * Out);
  auto *Output = Memory.template output<T>(size_t(Tokens) * Out);
  return {[=](decltype(launch) *Launch) {
            Launch(Table, Ids, Projection, Output, Tokens, Dim, Out);
          },
          2.0 * Tokens * Dim * Out,
          // Tokens may be the same.
          1.8 * Tokens * Dim + 2.0 * Dim * Out + 2.0 * Tokens * Out,
          bench::Unit::Fp16Tensor};
}
