// Sums over parts of the rows, for pairs of columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half2 *x, const half2 *dy, const float *mean,
                       const float *rstd, float2 *dgamma, float2 *dbeta,
                       int rows, int pairs, int parts);

inline std::vector<bench::Size> sizes() {
  return {{{65536, 1024, 32}}, {{32, 64, 1}}, {{75, 70, 2}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Pairs = S[1], Parts = S[2];
  const size_t Count = size_t(Rows) * Pairs, Sums = size_t(Parts) * Pairs;
  auto *X = reinterpret_cast<half2 *>(Memory.template input<half>(2 * Count));
  auto *DY = reinterpret_cast<half2 *>(Memory.template input<half>(2 * Count));
  auto *Mean = Memory.template input<float>(Rows);
  auto *Rstd = Memory.template input<float>(Rows);
  auto *G = reinterpret_cast<float2 *>(Memory.template output<float>(2 * Sums));
  auto *B = reinterpret_cast<float2 *>(Memory.template output<float>(2 * Sums));
  return {[=](decltype(launch) *Launch) {
            Launch(X, DY, Mean, Rstd, G, B, Rows, Pairs, Parts);
          },
          8.0 * Count, 8.0 * Count + 8.0 * Rows + 16.0 * Sums};
}
