// result = lhs * rhs for `count` matrices of up to 32 x 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *lhs, const float *rhs, float *result,
                       int count, int dim);

inline std::vector<bench::Size> sizes() {
  return {{{100000, 32}}, {{3, 32}}, {{4, 27}, 1}, {{2, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Count = S[0], Dim = S[1];
  const size_t Elements = size_t(Count) * Dim * Dim;
  auto *Lhs = Memory.template input<float>(Elements);
  auto *Rhs = Memory.template input<float>(Elements);
  auto *Result = Memory.template output<float>(Elements);
  return {
      [=](decltype(launch) *Launch) { Launch(Lhs, Rhs, Result, Count, Dim); },
      2.0 * Elements * Dim, 12.0 * Elements, bench::Unit::Fp32};
}
