// Rows, and columns: an even number, up to 4096.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat162 *x, const __nv_bfloat162 *dy, const
                       float2 *weight, __nv_bfloat162 *dx, int rows, int cols);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 2048}}, {{600, 64}}, {{3, 130}}, {{1, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Cols = S[1];
  const size_t Count = size_t(Rows) * Cols;
  auto *X = reinterpret_cast<__nv_bfloat162 *>(
      Memory.template input<__nv_bfloat16>(Count));
  auto *Dy = reinterpret_cast<__nv_bfloat162 *>(
      Memory.template input<__nv_bfloat16>(Count));
  auto *W = reinterpret_cast<float2 *>(
      Memory.template input<float>(Cols));
  auto *Dx = reinterpret_cast<__nv_bfloat162 *>(
      Memory.template output<__nv_bfloat16>(Count));
  return {[=](decltype(launch) *Launch) {
            Launch(X, Dy, W, Dx, Rows, Cols);
          },
          10.0 * Count,
          6.0 * Count};
}
