// A volume; its border is repeated.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const unsigned short *in, unsigned short *out, int nx,
                       int ny, int nz);

inline std::vector<bench::Size> sizes() {
  return {{{256, 256, 160}}, {{32, 16, 4}}, {{37, 9, 3}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1], Z = S[2];
  const size_t Voxels = size_t(X) * Y * Z;
  auto *In = Memory.template input<unsigned short>(Voxels);
  auto *Out = Memory.template output<unsigned short>(Voxels);
  return {[=](decltype(launch) *Launch) {
            Launch(In, Out, X, Y, Z);
          },
          123.0 * Voxels,
          4.0 * Voxels};
}
