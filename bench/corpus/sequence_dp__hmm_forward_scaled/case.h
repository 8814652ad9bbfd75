// Sequences, their length, and how many symbols there are.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const int *symbols, const float *transition, const float
                       *emission, float *loglik, int sequences, int length);

inline std::vector<bench::Size> sizes() {
  return {{{2000, 400, 4096}}, {{2, 32, 16}}, {{3, 21, 5}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Sequences = S[0], Length = S[1], Symbols = S[2];
  auto *Seq = Memory.indices(size_t(Sequences) * Length, 0, Symbols);
  auto *T = Memory.template input<float>(64 * 64);
  auto *E = Memory.template input<float>(size_t(Symbols) * 64);
  auto *L = Memory.template output<float>(Sequences);
  return {[=](decltype(launch) *Launch) {
            Launch(Seq, T, E, L, Sequences, Length);
          },
          8192.0 * Sequences * Length,
          4.0 * Sequences * Length + 256.0 * Symbols + 16384.0};
}
