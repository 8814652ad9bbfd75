// A bilateral filter of 5 x 5 x 5 on a volume of 16 bits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned short *volume, unsigned short *out,
                       int nx, int ny, int nz);

inline std::vector<bench::Size> sizes() {
  return {{{256, 256, 160}}, {{32, 8, 4}}, {{35, 11, 3}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1], Z = S[2];
  const size_t Count = size_t(X) * Y * Z;
  auto *Volume = Memory.template input<unsigned short>(Count);
  auto *Out = Memory.template output<unsigned short>(Count);
  return {[=](decltype(launch) *Launch) { Launch(Volume, Out, X, Y, Z); },
          875.0 * Count, 4.0 * Count};
}
