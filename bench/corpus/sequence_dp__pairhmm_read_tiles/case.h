// Haplotypes of 16 bases in a word; reads with an error and a gap rate a base.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *haps, const unsigned char *bases, const
                       float *err, const float *gap, float *lik, int n_haps, int
                       n_reads, int read_len);

inline std::vector<bench::Size> sizes() {
  return {{{256, 1024, 250}}, {{128, 2, 64}}, {{131, 3, 70}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Haps = S[0], Reads = S[1], Length = S[2];
  auto *H = Memory.template input<unsigned>(Haps);
  auto *B = Memory.template input<unsigned char>(size_t(Reads) * Length);
  auto *E = Memory.template input<float>(size_t(Reads) * Length);
  auto *G = Memory.template input<float>(size_t(Reads) * Length);
  auto *L = Memory.template output<float>(size_t(Reads) * Haps);
  return {[=](decltype(launch) *Launch) {
            Launch(H, B, E, G, L, Haps, Reads, Length);
          },
          160.0 * Haps * Reads * Length,
          9.0 * Reads * Length + 4.0 * Haps + 4.0 * Reads * Haps};
}
