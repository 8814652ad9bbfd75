// Two images of census words, up to 256 disparities.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const unsigned long long *left, const unsigned long long
                       *right, uchar2 *result, int width, int height, int
                       max_disp);

inline std::vector<bench::Size> sizes() {
  return {{{1280, 720, 128}}, {{128, 3, 64}}, {{140, 4, 40}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Width = S[0], Height = S[1], Disp = S[2];
  const size_t Pixels = size_t(Width) * Height;
  auto *Left = Memory.template input<unsigned long long>(Pixels);
  auto *Right = Memory.template input<unsigned long long>(Pixels);
  auto *Result = reinterpret_cast<uchar2 *>(Memory.template output<unsigned short>(Pixels));
  return {[=](decltype(launch) *Launch) {
            Launch(Left, Right, Result, Width, Height, Disp);
          },
          15.0 * Pixels * Disp,
          18.0 * Pixels};
}
