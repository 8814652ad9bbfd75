// Retention of all heads of a batch, 64 columns of keys and values.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *q, const float *k, const float *v,
                       const float *log_decay, float *out, int heads,
                       int steps);

inline std::vector<bench::Size> sizes() {
  return {{{512, 1024}}, {{1, 64}}, {{2, 75}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Heads = S[0], Steps = S[1];
  const size_t Count = size_t(Heads) * Steps * 64;
  auto *Q = Memory.template input<float>(Count);
  auto *K = Memory.template input<float>(Count);
  auto *V = Memory.template input<float>(Count);
  auto *Decay = Memory.template input<float>(Heads);
  auto *Out = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(Q, K, V, Decay, Out, Heads, Steps);
          },
          // State and results across, and half of the scores.
          4.0 * 64 * Count, 16.0 * Count};
}
