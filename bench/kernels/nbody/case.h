// Acceleration of N bodies by all others: x, y, z and mass in a float4.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float4 *bodies, float4 *acceleration, int n);

inline std::vector<bench::Size> sizes() {
  return {{{65536}}, {{512}}, {{333}}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *Bodies =
      reinterpret_cast<float4 *>(Memory.template input<float>(size_t(N) * 4));
  auto *Acceleration =
      reinterpret_cast<float4 *>(Memory.template output<float>(size_t(N) * 4));
  // 20 operations an interaction, as is the custom.
  return {[=](decltype(launch) *Launch) { Launch(Bodies, Acceleration, N); },
          20.0 * N * N, 32.0 * N, bench::Unit::Fp32};
}
