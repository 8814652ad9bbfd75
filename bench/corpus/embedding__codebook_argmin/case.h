// The nearest code and its entry.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *latents, const float *codebook,
                       const float *half_norms, int *codes, float *quantized,
                       int n_latents, int n_codes);

inline std::vector<bench::Size> sizes() {
  return {{{262144, 1024}}, {{256, 128}}, {{301, 77}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Codes = S[1];
  auto *Latents = Memory.template input<float>(size_t(N) * 32);
  auto *Codebook = Memory.template input<float>(size_t(Codes) * 32);
  auto *Norms = Memory.template input<float>(Codes);
  auto *Code = Memory.template output<int>(N);
  auto *Quantized = Memory.template output<float>(size_t(N) * 32);
  return {[=](decltype(launch) *Launch) {
            Launch(Latents, Codebook, Norms, Code, Quantized, N, Codes);
          },
          64.0 * N * Codes, 260.0 * N + 132.0 * Codes, bench::Unit::Fp32};
}
