// n and pivots are multiples of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *dist_in, const int *next_in, int *dist_out,
                       int *next_out, int n, int first_pivot, int pivots);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 1024, 256}}, {{32, 0, 32}}, {{96, 32, 64}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], First = S[1], Pivots = S[2];
  const size_t Count = size_t(N) * N;
  auto *DistIn = Memory.indices(Count, 1, 1000000);
  auto *NextIn = Memory.indices(Count, 0, N);
  auto *DistOut = Memory.template output<int>(Count);
  auto *NextOut = Memory.template output<int>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(DistIn, NextIn, DistOut, NextOut, N, First, Pivots);
          },
          2.0 * Count * Pivots, 12.0 * Count};
}
