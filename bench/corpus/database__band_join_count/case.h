// Rows of R, and of S in multiples of 1024.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const int4 *s_key, const int4 *s_pay, const int *r_key,
                       int *matches, long long *sums, int nr, int ns);

inline std::vector<bench::Size> sizes() {
  return {{{300000, 8192}}, {{1024, 1024}}, {{1100, 2048}}, {{1, 1024}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int R = S[0], Ns = S[1];
  auto *Key = reinterpret_cast<int4 *>(Memory.indices(Ns, 0, 100000));
  auto *Pay = reinterpret_cast<int4 *>(Memory.indices(Ns, -1000, 1000));
  auto *RKey = Memory.indices(R, 0, 100000);
  auto *Matches = Memory.template output<int>(R);
  auto *Sums = Memory.template output<long long>(R);
  return {[=](decltype(launch) *Launch) {
            Launch(Key, Pay, RKey, Matches, Sums, R, Ns);
          },
          2.0 * R * Ns,
          16.0 * R + 8.0 * Ns};
}
