// Words of one to twelve letters.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const uint4 *queries, const uint4 *dictionary,
                       int2 *nearest, int n_queries, int n_words);

inline std::vector<bench::Size> sizes() {
  return {{{65536, 2000}}, {{64, 128}}, {{70, 101}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Queries = S[0], Words = S[1];
  auto *Q = reinterpret_cast<uint4 *>(
      Memory.template input<unsigned>(size_t(Queries) * 4));
  auto *D = reinterpret_cast<uint4 *>(
      Memory.template input<unsigned>(size_t(Words) * 4));
  auto *Nearest =
      reinterpret_cast<int2 *>(Memory.template output<int>(size_t(Queries) * 2));
  return {[=](decltype(launch) *Launch) {
            Launch(Q, D, Nearest, Queries, Words);
          },
          // Six and a half letters of the mean word, twelve of a query.
          300.0 * Queries * Words, 24.0 * Queries + 16.0 * Words};
}
