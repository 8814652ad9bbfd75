// Points and triangles, packed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *points, const float *corners, float *dist,
                       int *which, int n, int m);

inline std::vector<bench::Size> sizes() {
  return {{{70000, 2500}}, {{128, 192}}, {{130, 100}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], M = S[1];
  auto *Points = Memory.template input<float>(size_t(N) * 3);
  auto *Corners = Memory.template input<float>(size_t(M) * 9);
  auto *Dist = Memory.template output<float>(N);
  auto *Which = Memory.template output<int>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(Points, Corners, Dist, Which, N, M);
          },
          60.0 * N * M,
          20.0 * N + 36.0 * M};
}
