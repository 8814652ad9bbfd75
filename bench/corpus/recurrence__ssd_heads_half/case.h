// The state space recurrence of Mamba 2, heads of 64 channels with 64 states.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *x, const float *dt, const float *a,
                       const half *b, const half *c, half *y, int batch,
                       int length, int heads);

inline std::vector<bench::Size> sizes() {
  return {{{8, 1024, 64}}, {{1, 16, 1}}, {{1, 37, 2}, 1}, {{2, 3, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], Length = S[1], Heads = S[2];
  const size_t Steps = size_t(Batch) * Length;
  auto *X = Memory.template input<half>(Steps * Heads * 64);
  auto *Dt = Memory.template input<float>(Steps * Heads);
  auto *A = Memory.template input<float>(Heads);
  auto *B = Memory.template input<half>(Steps * 64);
  auto *C = Memory.template input<half>(Steps * 64);
  auto *Y = Memory.template output<half>(Steps * Heads * 64);
  return {[=](decltype(launch) *Launch) {
            Launch(X, Dt, A, B, C, Y, Batch, Length, Heads);
          },
          20480.0 * Steps * Heads,
          260.0 * Steps * Heads + 256.0 * Steps + 4.0 * Heads,
          bench::Unit::Fp32};
}
