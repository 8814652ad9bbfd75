// Samples and support vectors of 64 features, both multiples of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *samples, const half *sv, const float *alpha,
                       float *decision, int n, int n_sv);

inline std::vector<bench::Size> sizes() {
  return {{{65536, 4096}}, {{64, 128}}, {{128, 192}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Sv = S[1];
  auto *Samples = Memory.template input<half>(size_t(N) * 64);
  auto *V = Memory.template input<half>(size_t(Sv) * 64);
  auto *Alpha = Memory.template input<float>(Sv);
  auto *Decision = Memory.template output<float>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(Samples, V, Alpha, Decision, N, Sv);
          },
          133.0 * N * Sv,
          128.0 * (1.0 * N + Sv) + 4.0 * N,
          bench::Unit::Fp16Tensor};
}
