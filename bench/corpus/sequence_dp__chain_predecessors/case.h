// Anchors: place in the target, in the query, length, score.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const int4 *anchors, int2 *best, int n);

inline std::vector<bench::Size> sizes() {
  return {{{400000}}, {{512}}, {{700}}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *Anchors = reinterpret_cast<int4 *>(Memory.indices(size_t(N) * 4, 0, 100000));
  auto *Best = reinterpret_cast<int2 *>(
      Memory.template output<int>(size_t(N) * 2));
  return {[=](decltype(launch) *Launch) {
            Launch(Anchors, Best, N);
          },
          15.0 * 1024 * N,
          24.0 * N};
}
