// The Hough transform of edge points with whole coordinates below 1024.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *x, const int *y, unsigned *votes, int points,
                       int angles);

inline std::vector<bench::Size> sizes() {
  return {{{60000, 1440}}, {{512, 4}}, {{700, 5}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Points = S[0], Angles = S[1];
  auto *X = Memory.indices(Points, 0, 1024);
  auto *Y = Memory.indices(Points, 0, 1024);
  auto *Votes = Memory.template output<unsigned>(size_t(Angles) * 2048);
  return {[=](decltype(launch) *Launch) { Launch(X, Y, Votes, Points, Angles); },
          6.0 * Points * Angles, 8.0 * Points + 8192.0 * Angles};
}
