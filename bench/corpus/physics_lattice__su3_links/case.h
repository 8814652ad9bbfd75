// The forward half of a staggered fermion's hopping term.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *links, const float *psi, const int *forward,
                       float *out, int sites);

inline std::vector<bench::Size> sizes() {
  return {{{1048576}}, {{64}}, {{100}, 1}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Sites = S[0];
  auto *Links = Memory.template input<float>(size_t(4) * Sites * 18);
  auto *Psi = Memory.template input<float>(size_t(Sites) * 6);
  auto *Forward = Memory.indices(size_t(4) * Sites, 0, Sites);
  auto *Out = Memory.template output<float>(size_t(Sites) * 6);
  return {[=](decltype(launch) *Launch) {
            Launch(Links, Psi, Forward, Out, Sites);
          },
          288.0 * Sites, 336.0 * Sites};
}
