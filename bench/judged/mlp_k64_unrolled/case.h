// output = leaky_relu(weights^T * input + bias); a sample is a column of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *input, const float *weights,
                       const float *bias, float *output, int n);

inline std::vector<bench::Size> sizes() {
  return {{{2000000}}, {{128}}, {{300}}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *Input = Memory.template input<float>(size_t(64) * N);
  auto *Weights = Memory.template input<float>(64 * 64);
  auto *Bias = Memory.template input<float>(64);
  auto *Output = Memory.template output<float>(size_t(64) * N);
  return {[=](decltype(launch) *Launch) {
            Launch(Input, Weights, Bias, Output, N);
          },
          2.0 * 64 * 64 * N, 512.0 * N, bench::Unit::Fp32};
}
