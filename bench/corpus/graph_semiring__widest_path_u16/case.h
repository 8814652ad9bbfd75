// c[i][j] = max over k of min(a[i][k], b[k][j]); n is a multiple of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned short *a, const unsigned short *b,
                       unsigned short *c, int n);

inline std::vector<bench::Size> sizes() { return {{{2048}}, {{64}}, {{128}}}; }

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  const size_t Count = size_t(N) * N;
  auto *A = Memory.template input<unsigned short>(Count);
  auto *B = Memory.template input<unsigned short>(Count);
  auto *C = Memory.template output<unsigned short>(Count);
  return {[=](decltype(launch) *Launch) { Launch(A, B, C, N); },
          2.0 * Count * N, 6.0 * Count};
}
