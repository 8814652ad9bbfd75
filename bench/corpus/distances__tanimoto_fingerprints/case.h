// Tanimoto coefficients of fingerprints of 1024 bits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *left, const unsigned *right,
                       float *similarity, int nl, int nr);

inline std::vector<bench::Size> sizes() {
  return {{{6144, 8192}}, {{64, 64}}, {{70, 90}}, {{1, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int L = S[0], R = S[1];
  auto *Left = Memory.template input<unsigned>(size_t(32) * L);
  auto *Right = Memory.template input<unsigned>(size_t(32) * R);
  auto *Similarity = Memory.template output<float>(size_t(L) * R);
  return {[=](decltype(launch) *Launch) {
            Launch(Left, Right, Similarity, L, R);
          },
          160.0 * L * R, 128.0 * (L + R) + 4.0 * L * R};
}
