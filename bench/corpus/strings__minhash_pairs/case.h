// Common hashes of all pairs, of 255.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned *signatures, unsigned char *similarity,
                       int documents, int hashes);

inline std::vector<bench::Size> sizes() {
  return {{{8192, 128}}, {{32, 64}}, {{45, 50}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Documents = S[0], Hashes = S[1];
  auto *Signatures =
      Memory.template input<unsigned>(size_t(Documents) * Hashes);
  auto *Similarity = Memory.template output<unsigned char>(
      size_t(Documents) * Documents);
  return {[=](decltype(launch) *Launch) {
            Launch(Signatures, Similarity, Documents, Hashes);
          },
          2.0 * Documents * Documents * Hashes,
          4.0 * Documents * Hashes + 1.0 * Documents * Documents};
}
