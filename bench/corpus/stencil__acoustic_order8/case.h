// A time step of the wave equation, eighth order in space; values behind the
// border are those of the border.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *u, const float *u_prev, const float *vel,
                       float *u_next, int nx, int ny, int nz);

inline std::vector<bench::Size> sizes() {
  return {{{384, 384, 320}}, {{32, 16, 12}}, {{37, 19, 9}, 1}, {{3, 2, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1], Z = S[2];
  const size_t Count = size_t(X) * Y * Z;
  auto *U = Memory.template input<float>(Count);
  auto *Prev = Memory.template input<float>(Count);
  auto *Vel = Memory.template input<float>(Count);
  auto *Next = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(U, Prev, Vel, Next, X, Y, Z);
          },
          33.0 * Count, 16.0 * Count};
}
