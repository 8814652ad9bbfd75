// Which rays a set of triangles, as affine maps, lets through.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *origins, const float *directions,
                       const float *triangles, unsigned char *occluded,
                       int *hits, int rays, int count);

inline std::vector<bench::Size> sizes() {
  return {{{202752, 4096}}, {{128, 64}}, {{200, 130}}, {{1, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rays = S[0], Count = S[1];
  auto *Origins = Memory.template input<float>(size_t(4) * Rays);
  auto *Directions = Memory.template input<float>(size_t(4) * Rays);
  auto *Triangles = Memory.template input<float>(size_t(12) * Count);
  auto *Occluded = Memory.template output<unsigned char>(Rays);
  auto *Hits = Memory.template output<int>(Rays);
  return {[=](decltype(launch) *Launch) {
            Launch(Origins, Directions, Triangles, Occluded, Hits, Rays, Count);
          },
          38.0 * Rays * Count, 37.0 * Rays + 48.0 * Count};
}
