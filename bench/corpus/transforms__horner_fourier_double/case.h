// Points as multiples of pi.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const double *x, const double2 *c, double2 *value, int
                       points, int modes);

inline std::vector<bench::Size> sizes() {
  return {{{150000, 4096}}, {{128, 256}}, {{130, 200}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Points = S[0], Modes = S[1];
  auto *X = Memory.template input<double>(Points);
  auto *C = reinterpret_cast<double2 *>(
      Memory.template input<double>(size_t(Modes) * 2));
  auto *V = reinterpret_cast<double2 *>(
      Memory.template output<double>(size_t(Points) * 2));
  return {[=](decltype(launch) *Launch) {
            Launch(X, C, V, Points, Modes);
          },
          8.0 * Points * Modes,
          24.0 * Points + 16.0 * Modes,
          bench::Unit::Fp64};
}
