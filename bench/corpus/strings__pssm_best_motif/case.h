// Windows of 16 bases, all motifs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned char *genome, const float *matrices,
                       const float *thresholds, float *best_score,
                       short *best_motif, int positions, int motifs);

inline std::vector<bench::Size> sizes() {
  return {{{600000, 800}}, {{320, 16}}, {{401, 13}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Positions = S[0], Motifs = S[1];
  auto *Genome = Memory.template input<unsigned char>(Positions + 15);
  auto *Matrices = Memory.template input<float>(size_t(Motifs) * 64);
  auto *Thresholds = Memory.template input<float>(Motifs);
  auto *Score = Memory.template output<float>(Positions);
  auto *Motif = Memory.template output<short>(Positions);
  return {[=](decltype(launch) *Launch) {
            Launch(Genome, Matrices, Thresholds, Score, Motif, Positions,
                   Motifs);
          },
          16.0 * Positions * Motifs, 7.0 * Positions + 260.0 * Motifs};
}
