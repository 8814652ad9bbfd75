// Derivatives of a field in elements of 8 x 8 x 8 points.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *D, const double *u, double *ur, double *us,
                       double *ut, int elements);

inline std::vector<bench::Size> sizes() {
  return {{{50000}}, {{4}}, {{7}, 1}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Elements = S[0];
  const size_t Count = size_t(512) * Elements;
  auto *D = Memory.template input<double>(64);
  auto *U = Memory.template input<double>(Count);
  auto *Ur = Memory.template output<double>(Count);
  auto *Us = Memory.template output<double>(Count);
  auto *Ut = Memory.template output<double>(Count);
  return {[=](decltype(launch) *Launch) { Launch(D, U, Ur, Us, Ut, Elements); },
          48.0 * Count, 32.0 * Count, bench::Unit::Fp64};
}
