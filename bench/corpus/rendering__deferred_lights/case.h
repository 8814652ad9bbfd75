// Width, height, lights of a tile, lights in all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const float4 *lights, const int *light_list, const half2
                       *normals, const float *depth, float *rgb, int width, int
                       height, int lights_per_tile);

inline std::vector<bench::Size> sizes() {
  return {{{2560, 1440, 200, 5000}}, {{32, 16, 128, 300}}, {{35, 20, 70, 40}}, {{1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int W = S[0], H = S[1], PerTile = S[2], N = S[3];
  const size_t Tiles = size_t((W + 15) / 16) * ((H + 15) / 16);
  auto *Lights = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(N) * 8));
  auto *List = Memory.indices(Tiles * PerTile, 0, N);
  auto *Normals = reinterpret_cast<half2 *>(
      Memory.template input<half>(size_t(W) * H * 2));
  auto *Depth = Memory.template input<float>(size_t(W) * H);
  auto *Rgb = Memory.template output<float>(size_t(W) * H * 3);
  return {[=](decltype(launch) *Launch) {
            Launch(Lights, List, Normals, Depth, Rgb, W, H, PerTile);
          },
          30.0 * W * H * PerTile,
          20.0 * W * H + 4.0 * Tiles * PerTile};
}
