// Nodes and features with 256 bins each.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float2 *hist, float4 *best, int nodes, int
                       features);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 80}}, {{1, 3}}, {{3, 2}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Nodes = S[0], Features = S[1];
  auto *Hist = reinterpret_cast<float2 *>(
      Memory.template input<float>(size_t(Nodes) * Features * 512));
  auto *Best = reinterpret_cast<float4 *>(
      Memory.template output<float>(size_t(Nodes) * 4));
  return {[=](decltype(launch) *Launch) {
            Launch(Hist, Best, Nodes, Features);
          },
          7000.0 * Nodes * Features,
          2048.0 * Nodes * Features};
}
