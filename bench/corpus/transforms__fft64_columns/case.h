// 64 rows of complex numbers; columns are a multiple of 16.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const float2 *in, float2 *out, const float2 *roots, int
                       columns);

inline std::vector<bench::Size> sizes() {
  return {{{1 << 18}}, {{16}}, {{48}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Columns = S[0];
  auto *In = reinterpret_cast<float2 *>(
      Memory.template input<float>(size_t(Columns) * 128));
  auto *Out = reinterpret_cast<float2 *>(
      Memory.template output<float>(size_t(Columns) * 128));
  auto *Roots = reinterpret_cast<float2 *>(
      Memory.template input<float>(65536 * 2));
  return {[=](decltype(launch) *Launch) {
            Launch(In, Out, Roots, Columns);
          },
          2304.0 * Columns,
          1024.0 * Columns};
}
