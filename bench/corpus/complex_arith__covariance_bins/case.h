// Bins and snapshots of 64 antennas.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float2 *x, const float *weight, float2 *r, int
                       bins, int snapshots);

inline std::vector<bench::Size> sizes() {
  return {{{513, 1000}}, {{1, 64}}, {{2, 45}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Bins = S[0], Snapshots = S[1];
  auto *X = reinterpret_cast<float2 *>(
      Memory.template input<float>(size_t(Bins) * Snapshots * 128));
  auto *W = Memory.template input<float>(size_t(Bins) * Snapshots);
  auto *R = reinterpret_cast<float2 *>(
      Memory.template output<float>(size_t(Bins) * 8192));
  return {[=](decltype(launch) *Launch) {
            Launch(X, W, R, Bins, Snapshots);
          },
          32768.0 * Bins * Snapshots,
          516.0 * Bins * Snapshots + 32768.0 * Bins,
          bench::Unit::Fp32};
}
