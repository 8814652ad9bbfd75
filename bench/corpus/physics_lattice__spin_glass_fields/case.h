// Local fields of a spin glass with all couplings, for many replicas.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *J, const signed char *spins,
                       const float *external, float *up, int n, int replicas);

inline std::vector<bench::Size> sizes() {
  return {{{4096, 128}}, {{32, 32}}, {{45, 37}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Replicas = S[1];
  auto *J = Memory.template input<float>(size_t(N) * N);
  auto *Spins = Memory.template input<signed char>(size_t(Replicas) * N);
  auto *External = Memory.template input<float>(N);
  auto *Up = Memory.template output<float>(size_t(Replicas) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(J, Spins, External, Up, N, Replicas);
          },
          2.0 * N * N * Replicas,
          4.0 * N * N + 5.0 * N * Replicas + 4.0 * N, bench::Unit::Fp32};
}
