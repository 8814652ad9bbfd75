// The closest of several Gaussian classes, 32 features.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *samples, const float *mean,
                       const float *precision, float *score, int *label, int n,
                       int classes);

inline std::vector<bench::Size> sizes() {
  return {{{270336, 40}}, {{128, 2}}, {{200, 5}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0], Classes = S[1];
  auto *Samples = Memory.template input<float>(size_t(32) * N);
  auto *Mean = Memory.template input<float>(size_t(32) * Classes);
  auto *Precision = Memory.template input<float>(size_t(1024) * Classes);
  auto *Score = Memory.template output<float>(N);
  auto *Label = Memory.template output<int>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(Samples, Mean, Precision, Score, Label, N, Classes);
          },
          2144.0 * N * Classes, 136.0 * N + 4224.0 * Classes,
          bench::Unit::Fp32};
}
