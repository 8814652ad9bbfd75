// Width, height, most splats of a tile, splats in all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const int *starts, const int *lengths, uint2 *ranges,
                       const int *point_list, const float4 *splats, const float
                       *colors, float *image, int W, int H);

inline std::vector<bench::Size> sizes() {
  return {{{1920, 1080, 2000, 1000000}}, {{32, 16, 512, 100}}, {{40, 21, 300, 90}}, {{1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int W = S[0], H = S[1], Most = S[2], Splats = S[3];
  const int Tiles = ((W + 15) / 16) * ((H + 15) / 16);
  auto *Starts = Memory.steps(Tiles, Most);
  auto *Lengths = Memory.indices(Tiles, Most / 2, Most + 1);
  auto *Ranges = reinterpret_cast<uint2 *>(
      Memory.template output<unsigned>(size_t(Tiles) * 2));
  auto *List = Memory.indices(size_t(Tiles) * Most, 0, Splats);
  auto *Splat = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(Splats) * 4));
  auto *Colors = Memory.template input<float>(size_t(Splats) * 3);
  auto *Image = Memory.template output<float>(size_t(W) * H * 3);
  return {[=](decltype(launch) *Launch) {
            Launch(Starts, Lengths, Ranges, List, Splat, Colors, Image, W, H);
          },
          15.0 * W * H * Most,
          12.0 * W * H + 24.0 * Tiles * Most};
}
