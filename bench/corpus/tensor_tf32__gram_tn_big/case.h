// Rows are a multiple of 64 times the parts, features of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, float *partial, int rows, int features,
                       int parts);

inline std::vector<bench::Size> sizes() {
  return {{{65536, 768, 8}}, {{64, 128, 1}}, {{256, 128, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], F = S[1], Parts = S[2];
  auto *X = Memory.template input<float>(size_t(Rows) * F);
  auto *Partial = Memory.template output<float>(size_t(Parts) * F * F);
  return {[=](decltype(launch) *Launch) { Launch(X, Partial, Rows, F, Parts); },
          2.0 * Rows * F * F, 4.0 * Rows * F + 4.0 * Parts * F * F};
}
