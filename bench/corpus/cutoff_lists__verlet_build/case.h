// Cells of 64 places, and room for neighbours; what has none stays as it is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float4 *particles, const int *occupancy, int *list,
                       int *length, int nx, int ny, int nz, int room);

inline std::vector<bench::Size> sizes() {
  return {{{20, 20, 20, 64}}, {{2, 1, 1, 64}}, {{2, 3, 2, 100}}, {{1, 1, 1, 16}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1], Z = S[2], Room = S[3];
  const size_t Cells = size_t(X) * Y * Z;
  auto *Particles = reinterpret_cast<float4 *>(
      Memory.template input<float>(Cells * 256));
  auto *Occupancy = Memory.indices(Cells, 30, 65);
  auto *List = Memory.template output<int>(Cells * 64 * Room);
  auto *Length = Memory.template output<int>(Cells * 64);
  return {[=](decltype(launch) *Launch) {
            Launch(Particles, Occupancy, List, Length, X, Y, Z, Room);
          },
          10.0 * 27 * 48 * 48 * Cells,
          1024.0 * Cells + 256.0 * Cells * Room};
}
