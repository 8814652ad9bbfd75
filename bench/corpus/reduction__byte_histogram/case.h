// Histograms of a block each; data in units of 16 bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const uint4 *data, unsigned *partial, int quads,
                       int blocks);

inline std::vector<bench::Size> sizes() {
  return {{{8 << 20, 1056}}, {{512, 1}}, {{1200, 2}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Quads = S[0], Blocks = S[1];
  auto *Data = reinterpret_cast<uint4 *>(
      Memory.template input<unsigned>(size_t(Quads) * 4));
  auto *Partial = Memory.template output<unsigned>(size_t(Blocks) * 256);
  return {[=](decltype(launch) *Launch) {
            Launch(Data, Partial, Quads, Blocks);
          },
          16.0 * Quads, 16.0 * Quads + 1024.0 * Blocks};
}
