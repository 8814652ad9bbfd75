// Rows of 1024 halves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const uint4 *in, half2 *out, int rows);

inline std::vector<bench::Size> sizes() {
  return {{{32768}}, {{2}}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0];
  auto *In = reinterpret_cast<uint4 *>(
      Memory.template input<half>(size_t(Rows) * 1024));
  auto *Out = reinterpret_cast<half2 *>(
      Memory.template output<half>(size_t(Rows) * 1024));
  return {[=](decltype(launch) *Launch) {
            Launch(In, Out, Rows);
          },
          10240.0 * Rows,
          4096.0 * Rows};
}
