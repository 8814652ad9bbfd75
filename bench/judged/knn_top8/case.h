// The eight nearest references of each query; 16 dimensions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *queries, const float *references,
                       float *distances, int *neighbours, int n_queries,
                       int n_references);

inline std::vector<bench::Size> sizes() {
  return {{{152064, 4096}}, {{192, 192}}, {{200, 100}}, {{3, 5}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Q = S[0], R = S[1];
  auto *Queries = Memory.template input<float>(size_t(Q) * 16);
  auto *References = Memory.template input<float>(size_t(R) * 16);
  auto *Distances = Memory.template output<float>(size_t(Q) * 8);
  auto *Neighbours = Memory.template output<int>(size_t(Q) * 8);
  return {[=](decltype(launch) *Launch) {
            Launch(Queries, References, Distances, Neighbours, Q, R);
          },
          48.0 * Q * R, 64.0 * (Q + R) + 64.0 * Q};
}
