// Points with eight features.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float4 *points, const float *alpha, float *y, int
                       n);

inline std::vector<bench::Size> sizes() {
  return {{{32768}}, {{256}}, {{300}}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *Points = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(N) * 8));
  auto *Alpha = Memory.template input<float>(N);
  auto *Y = Memory.template output<float>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(Points, Alpha, Y, N);
          },
          28.0 * N * N,
          40.0 * N,
          bench::Unit::Fp32};
}
