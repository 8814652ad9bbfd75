// `per_bag` rows a bag.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cstdint>
#include <cuda_runtime.h>

extern "C" void launch(const uint8_t *rows, const float2 *scale_bias,
                       const int *indices, const float *weights,
                       const int *offsets, float *output, int bags);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 220, 4000000}}, {{3, 128, 40}}, {{5, 75, 11}}, {{2, 0, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Bags = S[0], PerBag = S[1], Count = S[2];
  const size_t Indices = size_t(Bags) * PerBag;
  auto *Rows = Memory.template input<uint8_t>(size_t(Count) * 64);
  auto *ScaleBias = reinterpret_cast<float2 *>(
      Memory.template input<float>(size_t(Count) * 2));
  auto *Index = Memory.indices(Indices, 0, Count);
  auto *Weights = Memory.template input<float>(Indices);
  auto *Offsets = Memory.steps(Bags + 1, PerBag);
  auto *Output = Memory.template output<float>(size_t(Bags) * 64);
  return {[=](decltype(launch) *Launch) {
            Launch(Rows, ScaleBias, Index, Weights, Offsets, Output, Bags);
          },
          192.0 * Indices,
          // Rows may occur twice.
          40.0 * Indices + 256.0 * Bags};
}
