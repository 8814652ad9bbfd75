// Non-local means: patches of 3 x 3, a search window of 13 x 13.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *noisy, float *clean, int w, int h);

inline std::vector<bench::Size> sizes() {
  return {{{1920, 1080}}, {{32, 16}}, {{41, 19}, 1}, {{1, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int W = S[0], H = S[1];
  auto *Noisy = Memory.template input<float>(size_t(W) * H);
  auto *Clean = Memory.template output<float>(size_t(W) * H);
  return {[=](decltype(launch) *Launch) { Launch(Noisy, Clean, W, H); },
          5239.0 * W * H, 8.0 * W * H};
}
