// A volume of bytes, 256 entries of colour and opacity.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const unsigned char *volume, const float4 *transfer,
                       float4 *image, int nx, int ny, int nz);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 1024, 300}}, {{32, 16, 8}}, {{37, 13, 5}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int X = S[0], Y = S[1], Z = S[2];
  auto *Volume = Memory.template input<unsigned char>(size_t(X) * Y * Z);
  auto *Transfer = reinterpret_cast<float4 *>(
      Memory.template input<float>(1024));
  auto *Image = reinterpret_cast<float4 *>(
      Memory.template output<float>(size_t(X) * Y * 4));
  return {[=](decltype(launch) *Launch) {
            Launch(Volume, Transfer, Image, X, Y, Z);
          },
          20.0 * X * Y * Z,
          1.0 * X * Y * Z + 16.0 * X * Y};
}
