// Rows in multiples of 1024 (by bytes of K, side by side), words of 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned char *A, const unsigned *B, unsigned *C,
                       int rows, int bytes_k, int words);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 512, 512}}, {{1024, 2, 32}}, {{1024, 3, 64}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Bytes = S[1], Words = S[2];
  auto *A = Memory.template input<unsigned char>(size_t(Rows) * Bytes);
  auto *B = Memory.template input<unsigned>(size_t(Bytes) * 8 * Words);
  auto *C = Memory.template output<unsigned>(size_t(Rows) * Words);
  return {[=](decltype(launch) *Launch) {
            Launch(A, B, C, Rows, Bytes, Words);
          },
          1.0 * Rows * Bytes * Words,
          1.0 * Rows * Bytes + 32.0 * Bytes * Words + 4.0 * Rows * Words};
}
