// Two clouds; the fourth number is the potential.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float4 *x, const float4 *y, float *f, int n, int
                       m);

inline std::vector<bench::Size> sizes() {
  return {{{40000, 24000}}, {{256, 512}}, {{260, 300}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], M = S[1];
  auto *X = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(N) * 4));
  auto *Y = reinterpret_cast<float4 *>(
      Memory.template input<float>(size_t(M) * 4));
  auto *F = Memory.template output<float>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Y, F, N, M);
          },
          14.0 * N * M,
          20.0 * N + 16.0 * M,
          bench::Unit::Fp32};
}
