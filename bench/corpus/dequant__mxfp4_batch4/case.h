// Rows, and columns in multiples of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const uint4 *codes, const unsigned char *exponents, const
                       float *x, float *y, int rows, int k);

inline std::vector<bench::Size> sizes() {
  return {{{32768, 4096}}, {{128, 128}}, {{150, 384}}, {{1, 128}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], K = S[1];
  auto *Codes = reinterpret_cast<uint4 *>(
      Memory.template input<unsigned>(size_t(Rows) * K / 8));
  auto *E = Memory.template input<unsigned char>(size_t(Rows) * K / 32);
  auto *X = Memory.template input<float>(size_t(4) * K);
  auto *Y = Memory.template output<float>(size_t(4) * Rows);
  return {[=](decltype(launch) *Launch) {
            Launch(Codes, E, X, Y, Rows, K);
          },
          8.0 * Rows * K,
          0.53125 * Rows * K + 16.0 * K + 16.0 * Rows};
}
