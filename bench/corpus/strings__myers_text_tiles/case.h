// Reads of 20 to 64 bases against one text.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cstdint>

extern "C" void launch(const uint32_t *text, const uint64_t *masks,
                       const int *lengths, int *distance, int *position,
                       int text_words, int reads);

inline std::vector<bench::Size> sizes() {
  return {{{4000, 76032}}, {{512, 96}}, {{301, 100}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Words = S[0], Reads = S[1];
  auto *Text = Memory.template input<uint32_t>(Words);
  auto *Masks = Memory.template input<uint64_t>(size_t(Reads) * 4);
  auto *Lengths = Memory.indices(Reads, 20, 65);
  auto *Distance = Memory.template output<int>(Reads);
  auto *Position = Memory.template output<int>(Reads);
  return {[=](decltype(launch) *Launch) {
            Launch(Text, Masks, Lengths, Distance, Position, Words, Reads);
          },
          // Fifteen operations a base.
          60.0 * Words * Reads, 4.0 * Words + 44.0 * Reads};
}
