// Attention to the `window` last keys, head dimension 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half2 *q, const half2 *k, const half2 *v, half2 *o,
                       const float *slopes, int heads, int length, int window);

inline std::vector<bench::Size> sizes() {
  return {{{64, 4096, 256}}, {{1, 128, 64}}, {{2, 201, 21}}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], Length = S[1], Window = S[2];
  const size_t Count = size_t(Heads) * Length * 64;
  auto *Q = reinterpret_cast<half2 *>(Memory.template input<half>(Count));
  auto *K = reinterpret_cast<half2 *>(Memory.template input<half>(Count));
  auto *V = reinterpret_cast<half2 *>(Memory.template input<half>(Count));
  auto *O = reinterpret_cast<half2 *>(Memory.template output<half>(Count));
  auto *Slopes = Memory.template input<float>(Heads);
  return {[=](decltype(launch) *Launch) {
            Launch(Q, K, V, O, Slopes, Heads, Length, Window);
          },
          3.6 * Count * Window, 8.0 * Count};
}
