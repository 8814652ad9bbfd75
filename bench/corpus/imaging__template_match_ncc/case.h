// Normalised cross-correlation of an image with a template at every place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *image, const float *pattern, float *ncc,
                       int w, int h, int tw, int th);

inline std::vector<bench::Size> sizes() {
  return {{{1920, 1080, 32, 32}},
          {{40, 24, 9, 9}},
          {{50, 37, 13, 11}, 1},
          {{3, 2, 3, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int W = S[0], H = S[1], Tw = S[2], Th = S[3];
  const double Places = 1.0 * (W - Tw + 1) * (H - Th + 1);
  auto *Image = Memory.template input<float>(size_t(W) * H);
  auto *Pattern = Memory.template input<float>(size_t(Tw) * Th);
  auto *Ncc = Memory.template output<float>(size_t(Places));
  return {[=](decltype(launch) *Launch) {
            Launch(Image, Pattern, Ncc, W, H, Tw, Th);
          },
          4.0 * Places * Tw * Th, 4.0 * W * H + 4.0 * Places, bench::Unit::Fp32};
}
