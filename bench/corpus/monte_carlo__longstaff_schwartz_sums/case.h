// Paths and dates; sums of 1024 paths each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *spot, const float *cash, double *sums, int
                       paths, int dates);

inline std::vector<bench::Size> sizes() {
  return {{{200000, 128}}, {{128, 32}}, {{130, 20}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Paths = S[0], Dates = S[1];
  const size_t Count = size_t(Paths) * Dates;
  auto *Spot = Memory.template input<float>(Count);
  auto *Cash = Memory.template input<float>(Count);
  auto *Sums = Memory.template output<double>(size_t((Paths + 1023) / 1024) * 11 * Dates);
  return {[=](decltype(launch) *Launch) {
            Launch(Spot, Cash, Sums, Paths, Dates);
          },
          25.0 * Count,
          8.0 * Count,
          bench::Unit::Fp64};
}
