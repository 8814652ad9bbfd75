// L * X = B with ones on the diagonal of L, 32 right sides, many systems; n is
// a multiple of 32, 128 at most.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *L, const float *B, float *X, int systems,
                       int n);

inline std::vector<bench::Size> sizes() {
  return {{{4224, 128}}, {{1, 32}}, {{2, 96}, 1}, {{3, 64}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Systems = S[0], N = S[1];
  auto *L = Memory.template input<float>(size_t(Systems) * N * N);
  auto *B = Memory.template input<float>(size_t(Systems) * N * 32);
  auto *X = Memory.template output<float>(size_t(Systems) * N * 32);
  return {[=](decltype(launch) *Launch) { Launch(L, B, X, Systems, N); },
          32.0 * Systems * N * N, 2.0 * Systems * N * N + 256.0 * Systems * N};
}
