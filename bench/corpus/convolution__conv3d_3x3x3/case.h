// 3 x 3 x 3, padding 1, one volume.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(float *dst, const float *src, const float *kernel,
                       int in_channels, int out_channels, int depth, int height,
                       int width);

inline std::vector<bench::Size> sizes() {
  return {{{32, 32, 64, 64, 64}},
          {{4, 4, 4, 8, 8}},
          {{3, 5, 5, 9, 10}, 1},
          {{1, 1, 1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int I = S[0], O = S[1], D = S[2], H = S[3], W = S[4];
  const size_t Voxels = size_t(D) * H * W;
  auto *Src = Memory.template input<float>(Voxels * I);
  auto *Kernel = Memory.template input<float>(size_t(I) * O * 27);
  auto *Dst = Memory.template output<float>(Voxels * O);
  return {[=](decltype(launch) *Launch) {
            Launch(Dst, Src, Kernel, I, O, D, H, W);
          },
          // Fewer at the faces.
          48.0 * Voxels * I * O, 4.0 * Voxels * (I + O) + 108.0 * I * O};
}
