// The two nearest of `trains` descriptors of each query, by Hamming distance.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const uint4 *query, const uint4 *train, int2 *best,
                       int *index, int queries, int trains);

inline std::vector<bench::Size> sizes() {
  return {{{131072, 8192}}, {{128, 128}}, {{130, 70}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Q = S[0], T = S[1];
  auto *Query =
      reinterpret_cast<uint4 *>(Memory.template input<unsigned>(size_t(Q) * 8));
  auto *Train =
      reinterpret_cast<uint4 *>(Memory.template input<unsigned>(size_t(T) * 8));
  auto *Best =
      reinterpret_cast<int2 *>(Memory.template output<int>(size_t(Q) * 2));
  auto *Index = Memory.template output<int>(Q);
  return {[=](decltype(launch) *Launch) {
            Launch(Query, Train, Best, Index, Q, T);
          },
          26.0 * Q * T, 44.0 * Q + 32.0 * T};
}
