// One step of an LSTM layer; weights are four gates of rows [input, hidden].
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *x, const float *h, const float *c,
                       const float *weights, const float *bias, float *h_out,
                       float *c_out, int batch, int inputs, int hidden);

inline std::vector<bench::Size> sizes() {
  return {{{512, 1024, 1024}},
          {{32, 16, 32}},
          {{37, 20, 45}, 1},
          {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], Inputs = S[1], Hidden = S[2];
  const size_t State = size_t(Batch) * Hidden;
  const size_t Weight = size_t(4) * Hidden * (Inputs + Hidden);
  auto *X = Memory.template input<float>(size_t(Batch) * Inputs);
  auto *H = Memory.template input<float>(State);
  auto *C = Memory.template input<float>(State);
  auto *W = Memory.template input<float>(Weight);
  auto *Bias = Memory.template input<float>(size_t(4) * Hidden);
  auto *HOut = Memory.template output<float>(State);
  auto *COut = Memory.template output<float>(State);
  return {[=](decltype(launch) *Launch) {
            Launch(X, H, C, W, Bias, HOut, COut, Batch, Inputs, Hidden);
          },
          2.0 * Batch * Weight,
          4.0 * Weight + 4.0 * Batch * Inputs + 16.0 * State,
          bench::Unit::Fp32};
}
