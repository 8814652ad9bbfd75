// Points and the vertices of one polygon, which crosses itself a lot.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float2 *points, const float2 *vertices, unsigned
                       char *inside, int n_points, int n_vertices);

inline std::vector<bench::Size> sizes() {
  return {{{300000, 2000}}, {{192, 512}}, {{200, 300}}, {{1, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Points = S[0], Vertices = S[1];
  auto *P = reinterpret_cast<float2 *>(
      Memory.template input<float>(size_t(Points) * 2));
  auto *V = reinterpret_cast<float2 *>(
      Memory.template input<float>(size_t(Vertices) * 2));
  auto *Inside = Memory.template output<unsigned char>(Points);
  return {[=](decltype(launch) *Launch) {
            Launch(P, V, Inside, Points, Vertices);
          },
          8.0 * Points * Vertices,
          9.0 * Points + 8.0 * Vertices};
}
