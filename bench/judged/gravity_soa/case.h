// Acceleration of n bodies by the first `heavy` of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *px, const float *py, const float *pz,
                       const float *mass, float *fx, float *fy, float *fz,
                       int n, int heavy, int threads);

inline std::vector<bench::Size> sizes() {
  return {{{270336, 16384, 1024}},
          {{128, 128, 64}},
          {{200, 150, 64}, 1},
          {{1, 1, 32}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Heavy = S[1], Threads = S[2];
  auto *X = Memory.template input<float>(N);
  auto *Y = Memory.template input<float>(N);
  auto *Z = Memory.template input<float>(N);
  auto *Mass = Memory.template input<float>(N);
  auto *Fx = Memory.template output<float>(N);
  auto *Fy = Memory.template output<float>(N);
  auto *Fz = Memory.template output<float>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Y, Z, Mass, Fx, Fy, Fz, N, Heavy, Threads);
          },
          20.0 * N * Heavy, 24.0 * N + 16.0 * Heavy};
}
