// The best local score of each sequence.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const signed char *profile, const unsigned *database,
                       int *scores, int query_length, int sequences);

inline std::vector<bench::Size> sizes() {
  return {{{400, 262144}}, {{64, 128}}, {{45, 131}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Query = S[0], Sequences = S[1];
  auto *Profile = Memory.template input<signed char>(size_t(Query) * 24);
  auto *Database = Memory.template input<unsigned>(size_t(Sequences) * 8);
  auto *Scores = Memory.template output<int>(Sequences);
  return {[=](decltype(launch) *Launch) {
            Launch(Profile, Database, Scores, Query, Sequences);
          },
          // Cells by ten.
          320.0 * Query * Sequences, 24.0 * Query + 36.0 * Sequences};
}
