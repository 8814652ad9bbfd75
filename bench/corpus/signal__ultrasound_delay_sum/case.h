// An image of nx x nz pixels from the lines of all receivers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *rf, float *image, int receivers, int nx,
                       int nz);

inline std::vector<bench::Size> sizes() {
  return {{{256, 1024, 2048}}, {{4, 32, 16}}, {{5, 41, 19}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Receivers = S[0], X = S[1], Z = S[2];
  auto *Rf = Memory.template input<float>(size_t(Receivers) * 1024);
  auto *Image = Memory.template output<float>(size_t(X) * Z);
  return {[=](decltype(launch) *Launch) {
            Launch(Rf, Image, Receivers, X, Z);
          },
          12.0 * Receivers * X * Z, 2000.0 * Receivers + 4.0 * X * Z};
}
