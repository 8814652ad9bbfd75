// Points and triangles as arrays of coordinates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const double *query, const double *soup, double *w, int
                       n_query, int n_triangles);

inline std::vector<bench::Size> sizes() {
  return {{{32768, 1500}}, {{64, 128}}, {{70, 100}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Query = S[0], Triangles = S[1];
  auto *Q = Memory.template input<double>(size_t(Query) * 3);
  auto *Soup = Memory.template input<double>(size_t(Triangles) * 9);
  auto *W = Memory.template output<double>(Query);
  return {[=](decltype(launch) *Launch) {
            Launch(Q, Soup, W, Query, Triangles);
          },
          140.0 * Query * Triangles,
          32.0 * Query + 72.0 * Triangles};
}
