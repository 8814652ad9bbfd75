// Distance and number of the closest triangle of each ray.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *rays, const float *triangles,
                       float *distance, int *which, int n_rays,
                       int n_triangles);

inline std::vector<bench::Size> sizes() {
  return {{{270336, 4096}}, {{256, 128}}, {{300, 70}, 1}, {{5, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rays = S[0], Triangles = S[1];
  auto *R = Memory.template input<float>(size_t(Rays) * 6);
  auto *T = Memory.template input<float>(size_t(Triangles) * 9);
  auto *Distance = Memory.template output<float>(Rays);
  auto *Which = Memory.template output<int>(Rays);
  return {[=](decltype(launch) *Launch) {
            Launch(R, T, Distance, Which, Rays, Triangles);
          },
          45.0 * Rays * Triangles, 32.0 * Rays + 36.0 * Triangles};
}
