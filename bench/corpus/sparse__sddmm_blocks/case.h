// `blocks` blocks of the product of matrices of side x side blocks; k is a
// multiple of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *rows, const int *cols, const float *lhs,
                       const float *rhs, const float *values, float *out,
                       int blocks, int k);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 512, 256}}, {{3, 32, 2}}, {{5, 96, 3}}, {{1, 64, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Blocks = S[0], K = S[1], Side = S[2];
  auto *Rows = Memory.indices(Blocks, 0, Side);
  auto *Cols = Memory.indices(Blocks, 0, Side);
  auto *Lhs = Memory.template input<float>(size_t(Side) * 32 * K);
  auto *Rhs = Memory.template input<float>(size_t(Side) * 32 * K);
  auto *Values = Memory.template input<float>(size_t(Blocks) * 1024);
  auto *Out = Memory.template output<float>(size_t(Blocks) * 1024);
  return {[=](decltype(launch) *Launch) {
            Launch(Rows, Cols, Lhs, Rhs, Values, Out, Blocks, K);
          },
          2048.0 * Blocks * K, 8192.0 * Blocks, bench::Unit::Fp32};
}
