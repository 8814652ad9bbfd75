// Input channels in units of 16, output channels a multiple of 8.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const int4 *in, const int4 *kernel, const float *scales,
                       signed char *out, int N, int H, int W, int C16, int O);

inline std::vector<bench::Size> sizes() {
  return {{{8, 56, 56, 16, 256}},
          {{1, 8, 16, 2, 8}},
          {{2, 9, 19, 3, 16}},
          {{1, 1, 1, 1, 8}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], H = S[1], W = S[2], C16 = S[3], O = S[4];
  const size_t Pixels = size_t(N) * H * W;
  auto *In = reinterpret_cast<int4 *>(
      Memory.template input<int>(Pixels * C16 * 4));
  auto *Kernel = reinterpret_cast<int4 *>(
      Memory.template input<int>(size_t(O) * 9 * C16 * 4));
  auto *Scales = Memory.template input<float>(O);
  auto *Out = Memory.template output<signed char>(Pixels * O);
  return {[=](decltype(launch) *Launch) {
            Launch(In, Kernel, Scales, Out, N, H, W, C16, O);
          },
          // Fewer at the edges.
          270.0 * Pixels * C16 * O, 16.0 * Pixels * C16 + 1.0 * Pixels * O};
}
