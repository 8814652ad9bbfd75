// Rows, and columns in multiples of 1024, shuffled as the kernel wants them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const uint2 *w, const half2 *x, const float *scale, float
                       *y, int rows, int k);

inline std::vector<bench::Size> sizes() {
  return {{{28672, 8192}}, {{32, 1024}}, {{37, 2048}}, {{1, 1024}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], K = S[1];
  auto *W = reinterpret_cast<uint2 *>(
      Memory.template input<unsigned char>(size_t(Rows) * K));
  auto *X = reinterpret_cast<half2 *>(
      Memory.template input<half>(K));
  auto *Scale = Memory.template input<float>(Rows);
  auto *Y = Memory.template output<float>(Rows);
  return {[=](decltype(launch) *Launch) {
            Launch(W, X, Scale, Y, Rows, K);
          },
          2.0 * Rows * K,
          1.0 * Rows * K + 2.0 * K + 8.0 * Rows};
}
