// out = silu(x * gate) * (x * up) in bfloat16; hidden is a multiple of 32,
// cols of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_bf16.h>

extern "C" void launch(const __nv_bfloat16 *x, const __nv_bfloat16 *gate,
                       const __nv_bfloat16 *up, __nv_bfloat16 *out, int rows,
                       int hidden, int cols);

inline std::vector<bench::Size> sizes() {
  return {
      {{4096, 4096, 8192}}, {{128, 64, 64}}, {{130, 96, 128}}, {{1, 32, 64}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Rows = S[0], Hidden = S[1], Cols = S[2];
  auto *X = Memory.template input<__nv_bfloat16>(size_t(Rows) * Hidden);
  auto *Gate = Memory.template input<__nv_bfloat16>(size_t(Hidden) * Cols);
  auto *Up = Memory.template input<__nv_bfloat16>(size_t(Hidden) * Cols);
  auto *Out = Memory.template output<__nv_bfloat16>(size_t(Rows) * Cols);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Gate, Up, Out, Rows, Hidden, Cols);
          },
          4.0 * Rows * Hidden * Cols,
          2.0 * Rows * Hidden + 4.0 * Hidden * Cols + 2.0 * Rows * Cols,
          bench::Unit::Fp16Tensor};
}
