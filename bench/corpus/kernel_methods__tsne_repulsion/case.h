// Points of the plane.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *px, const float *py, float *fx, float *fy,
                       float *z, int n);

inline std::vector<bench::Size> sizes() {
  return {{{45000}}, {{2048}}, {{300}, 1}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *Px = Memory.template input<float>(N);
  auto *Py = Memory.template input<float>(N);
  auto *Fx = Memory.template output<float>(N);
  auto *Fy = Memory.template output<float>(N);
  auto *Z = Memory.template output<float>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(Px, Py, Fx, Fy, Z, N);
          },
          12.0 * N * N,
          20.0 * N,
          bench::Unit::Fp32};
}
