// A box filter of 27 points, periodic.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *in, float *out, int nx, int ny, int nz);

inline std::vector<bench::Size> sizes() {
  return {{{512, 384, 256}}, {{32, 4, 4}}, {{33, 10, 13}, 1}, {{1, 1, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1], Z = S[2];
  const size_t Count = size_t(X) * Y * Z;
  auto *In = Memory.template input<float>(Count);
  auto *Out = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) { Launch(In, Out, X, Y, Z); },
          30.0 * Count, 8.0 * Count};
}
