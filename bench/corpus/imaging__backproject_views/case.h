// Back projection of parallel views.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *sinogram, const float *directions,
                       float *image, int side, int views, int detectors);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 720, 1536}},
          {{16, 16, 32}},
          {{37, 25, 40}, 1},
          {{1, 1, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Side = S[0], Views = S[1], Detectors = S[2];
  auto *Sinogram = Memory.template input<float>(size_t(Views) * Detectors);
  auto *Directions = Memory.template input<float>(size_t(2) * Views);
  auto *Image = Memory.template output<float>(size_t(Side) * Side);
  return {[=](decltype(launch) *Launch) {
            Launch(Sinogram, Directions, Image, Side, Views, Detectors);
          },
          9.0 * Side * Side * Views,
          4.0 * Views * Detectors + 8.0 * Views + 4.0 * Side * Side};
}
