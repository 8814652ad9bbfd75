// next = reach | reach * reach of n vertices.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *reach, unsigned *next, int n);

inline std::vector<bench::Size> sizes() {
  return {{{6144}}, {{64}}, {{107}, 1}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Words = (N + 31) / 32;
  auto *Reach = Memory.template input<unsigned>(size_t(N) * Words);
  auto *Next = Memory.template output<unsigned>(size_t(N) * Words);
  return {[=](decltype(launch) *Launch) { Launch(Reach, Next, N); },
          2.0 * N * N * Words, 8.0 * N * Words};
}
