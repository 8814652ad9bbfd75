// One step of a GRU layer with half weights; hidden is a multiple of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *u, const float *xw, const float *h,
                       float *h_out, int batch, int hidden);

inline std::vector<bench::Size> sizes() {
  return {{{256, 2048}}, {{8, 64}}, {{11, 128}}, {{1, 192}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], Hidden = S[1];
  const size_t State = size_t(Batch) * Hidden;
  auto *U = Memory.template input<half>(size_t(3) * Hidden * Hidden);
  auto *Xw = Memory.template input<float>(3 * State);
  auto *H = Memory.template input<float>(State);
  auto *Out = Memory.template output<float>(State);
  return {[=](decltype(launch) *Launch) {
            Launch(U, Xw, H, Out, Batch, Hidden);
          },
          6.0 * Batch * Hidden * Hidden, 6.0 * Hidden * Hidden + 20.0 * State};
}
