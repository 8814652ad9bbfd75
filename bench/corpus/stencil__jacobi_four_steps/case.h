// Four sweeps of Jacobi at once, zeros around the domain.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *in, const float *rhs, float *out, int w,
                       int h);

inline std::vector<bench::Size> sizes() {
  return {{{8192, 6144}}, {{32, 32}}, {{45, 300}, 1}, {{7, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const size_t Count = size_t(S[0]) * S[1];
  auto *In = Memory.template input<float>(Count);
  auto *Rhs = Memory.template input<float>(Count);
  auto *Out = Memory.template output<float>(Count);
  const int W = S[0], H = S[1];
  return {[=](decltype(launch) *Launch) { Launch(In, Rhs, Out, W, H); },
          20.0 * Count, 12.0 * Count};
}
