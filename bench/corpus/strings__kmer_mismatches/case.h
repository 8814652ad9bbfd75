// Each query against each word of the reference.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned long long *queries,
                       const unsigned long long *reference, int *hits,
                       int *nearest, int n_queries, int n_reference);

inline std::vector<bench::Size> sizes() {
  return {{{270336, 10007}}, {{512, 1024}}, {{300, 1100}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Queries = S[0], Reference = S[1];
  auto *Q = Memory.template input<unsigned long long>(Queries);
  auto *R = Memory.template input<unsigned long long>(Reference);
  auto *Hits = Memory.template output<int>(Queries);
  auto *Nearest = Memory.template output<int>(Queries);
  return {[=](decltype(launch) *Launch) {
            Launch(Q, R, Hits, Nearest, Queries, Reference);
          },
          8.0 * Queries * Reference, 16.0 * Queries + 8.0 * Reference};
}
