// Boxes by their lower corner and extent; words below the diagonal stay as they are.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *lo_x, const float *lo_y, const float *lo_z,
                       const float *hi_x, const float *hi_y, const float *hi_z,
                       unsigned long long *mask, int n);

inline std::vector<bench::Size> sizes() {
  return {{{30000}}, {{128}}, {{201}, 1}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *Lx = Memory.template input<float>(N);
  auto *Ly = Memory.template input<float>(N);
  auto *Lz = Memory.template input<float>(N);
  auto *Hx = Memory.template input<float>(N);
  auto *Hy = Memory.template input<float>(N);
  auto *Hz = Memory.template input<float>(N);
  auto *Mask = Memory.template output<unsigned long long>(size_t((N + 63) / 64) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(Lx, Ly, Lz, Hx, Hy, Hz, Mask, N);
          },
          3.0 * N * N,
          24.0 * N + N / 16.0 * N};
}
