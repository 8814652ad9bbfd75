// Clusters of eight atoms, and the most clusters of four on a list.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float4 *xq, const int *list, const unsigned *masks,
                       const int *begin, const int *count, float4 *force, int
                       clusters);

inline std::vector<bench::Size> sizes() {
  return {{{40000, 160}}, {{2, 64}}, {{5, 41}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Clusters = S[0], Most = S[1];
  const size_t Entries = size_t(Clusters) * Most;
  auto *X = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(Clusters) * 32));
  auto *List = Memory.indices(Entries, 0, Clusters * 2);
  auto *Masks = Memory.template input<unsigned>(Entries);
  auto *Begin = Memory.steps(Clusters, Most);
  auto *Count = Memory.indices(Clusters, Most / 2, Most + 1);
  auto *Force = reinterpret_cast<float4 *>(
      Memory.template output<float>(size_t(Clusters) * 32));
  return {[=](decltype(launch) *Launch) {
            Launch(X, List, Masks, Begin, Count, Force, Clusters);
          },
          24.0 * 32 * Entries,
          8.0 * Entries + 264.0 * Clusters};
}
