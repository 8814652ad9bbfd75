// Partitions, and rows of both sides in each; the table has room for 2000.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const int2 *build, const int2 *probe, long long *out, int
                       partitions, int build_rows, int probe_rows);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 1024, 8192}}, {{1, 200, 1024}}, {{2, 300, 700}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Partitions = S[0], Build = S[1], Probe = S[2];
  auto *B = reinterpret_cast<int2 *>(Memory.indices(size_t(Partitions) * Build * 2, 0, 4096));
  auto *P = reinterpret_cast<int2 *>(Memory.indices(size_t(Partitions) * Probe * 2, 0, 4096));
  auto *Out = Memory.template output<long long>(size_t(Partitions) * 256);
  return {[=](decltype(launch) *Launch) {
            Launch(B, P, Out, Partitions, Build, Probe);
          },
          8.0 * Partitions * Probe,
          8.0 * Partitions * (Build + Probe)};
}
