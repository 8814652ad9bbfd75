// 1-D convolution, nine taps, over channels: in is channels_in x length,
// weights channels_out x channels_in x 9, out channels_out x length; zeros
// outside.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *in, const float *weights, float *out,
                       int channels_in, int channels_out, int length);

inline std::vector<bench::Size> sizes() {
  return {{{128, 128, 65536}},
          {{40, 8, 512}},
          {{4, 16, 260}},
          {{21, 11, 301}, 1},
          {{1, 1, 7}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int In = S[0], Out = S[1], Length = S[2];
  auto *Input = Memory.template input<float>(size_t(In) * Length);
  auto *Weights = Memory.template input<float>(size_t(Out) * In * 9);
  auto *Output = Memory.template output<float>(size_t(Out) * Length);
  return {[=](decltype(launch) *Launch) {
            Launch(Input, Weights, Output, In, Out, Length);
          },
          18.0 * In * Out * Length,
          4.0 * In * Length + 36.0 * Out * In + 4.0 * Out * Length,
          bench::Unit::Fp32};
}
