// RWKV-5's wkv over B sequences of T steps and H heads of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *r, const __nv_bfloat16 *k,
                       const __nv_bfloat16 *v, const float *w,
                       const __nv_bfloat16 *u, __nv_bfloat16 *y, int B, int T,
                       int H);

inline std::vector<bench::Size> sizes() {
  return {{{32, 1024, 32}}, {{1, 8, 2}}, {{2, 5, 1}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int B = S[0], T = S[1], H = S[2];
  const size_t Count = size_t(B) * T * H * 64;
  auto *R = Memory.template input<__nv_bfloat16>(Count);
  auto *K = Memory.template input<__nv_bfloat16>(Count);
  auto *V = Memory.template input<__nv_bfloat16>(Count);
  auto *W = Memory.template input<float>(size_t(H) * 64);
  auto *U = Memory.template input<__nv_bfloat16>(size_t(H) * 64);
  auto *Y = Memory.template output<__nv_bfloat16>(Count);
  return {[=](decltype(launch) *Launch) { Launch(R, K, V, W, U, Y, B, T, H); },
          7.0 * 64 * Count, 8.0 * Count};
}
