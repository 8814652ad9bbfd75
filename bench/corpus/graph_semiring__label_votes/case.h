// n vertices, all of them joined; sixteen labels.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *weights, const int *labels, int *new_labels,
                       float *confidence, int n);

inline std::vector<bench::Size> sizes() {
  return {{{16384}}, {{64}}, {{101}, 1}, {{1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int N = S[0];
  auto *Weights = Memory.template input<float>(size_t(N) * N);
  auto *Labels = Memory.indices(N, 0, 16);
  auto *NewLabels = Memory.template output<int>(N);
  auto *Confidence = Memory.template output<float>(N);
  return {[=](decltype(launch) *Launch) {
            Launch(Weights, Labels, NewLabels, Confidence, N);
          },
          1.0 * N * N, 4.0 * N * N + 12.0 * N};
}
