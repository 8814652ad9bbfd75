// Blocks of 32 x 32; the result is transposed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const short *residual, const signed char *matrix, short
                       *out, int blocks);

inline std::vector<bench::Size> sizes() {
  return {{{32400}}, {{1}}, {{3}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Blocks = S[0];
  auto *Residual = Memory.template input<short>(size_t(Blocks) * 1024);
  auto *Matrix = Memory.template input<signed char>(1024);
  auto *Out = Memory.template output<short>(size_t(Blocks) * 1024);
  return {[=](decltype(launch) *Launch) {
            Launch(Residual, Matrix, Out, Blocks);
          },
          65536.0 * Blocks,
          4096.0 * Blocks};
}
