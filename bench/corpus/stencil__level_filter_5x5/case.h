// The sum over all levels of a field, each filtered with 25 weights of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *field, const float *weights, float *column,
                       int levels, int ny, int nx);

inline std::vector<bench::Size> sizes() {
  return {{{64, 1024, 1536}}, {{2, 16, 32}}, {{5, 21, 40}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int L = S[0], Y = S[1], X = S[2];
  auto *Field = Memory.template input<float>(size_t(L) * Y * X);
  auto *Weights = Memory.template input<float>(size_t(L) * 25);
  auto *Column = Memory.template output<float>(size_t(Y) * X);
  return {[=](decltype(launch) *Launch) {
            Launch(Field, Weights, Column, L, Y, X);
          },
          50.0 * L * Y * X, 4.0 * (L + 1.0) * Y * X + 100.0 * L,
          bench::Unit::Fp32};
}
