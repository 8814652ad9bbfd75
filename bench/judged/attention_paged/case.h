// One query a head and sequence over a paged cache; lengths are random.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *query, const half *keys, const half *values,
                       const int *table, const int *lengths, half *out,
                       int sequences, int heads, int pages_per_sequence);

inline std::vector<bench::Size> sizes() {
  return {{{64, 32, 256}}, {{1, 2, 3}}, {{3, 1, 5}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Sequences = S[0], Heads = S[1], Pages = S[2];
  const size_t Count = size_t(Sequences) * Pages * 16 * Heads * 64;
  auto *Query = Memory.template input<half>(size_t(Sequences) * Heads * 64);
  auto *Keys = Memory.template input<half>(Count);
  auto *Values = Memory.template input<half>(Count);
  auto *Table = Memory.indices(size_t(Sequences) * Pages, 0, Sequences * Pages);
  auto *Lengths = Memory.indices(Sequences, Pages * 8, Pages * 16 + 1);
  auto *Out = Memory.template output<half>(size_t(Sequences) * Heads * 64);
  return {[=](decltype(launch) *Launch) {
            Launch(Query, Keys, Values, Table, Lengths, Out, Sequences, Heads,
                   Pages);
          },
          // Three quarters of the tokens, by the mean of the lengths; pages
          // may occur twice.
          3.0 * Count, 1.2 * Count};
}
