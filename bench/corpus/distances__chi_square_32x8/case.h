// Chi-square distances of histograms of bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned char *a, const unsigned char *b,
                       float *out, int na, int nb, int bins);

inline std::vector<bench::Size> sizes() {
  return {
      {{2048, 2048, 512}}, {{32, 32, 32}}, {{33, 50, 45}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Na = S[0], Nb = S[1], Bins = S[2];
  auto *A = Memory.template input<unsigned char>(size_t(Na) * Bins);
  auto *B = Memory.template input<unsigned char>(size_t(Nb) * Bins);
  auto *Out = Memory.template output<float>(size_t(Na) * Nb);
  return {[=](decltype(launch) *Launch) { Launch(A, B, Out, Na, Nb, Bins); },
          6.0 * Na * Nb * Bins, 1.0 * (Na + Nb) * Bins + 4.0 * Na * Nb};
}
