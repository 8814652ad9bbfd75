// Scores and backpointers of all sequences and states; 64 symbols.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *delta, const float *transition,
                       const float *emission, const int *observed,
                       float *delta_next, int *backpointer, int sequences,
                       int states);

inline std::vector<bench::Size> sizes() {
  return {{{2048, 1024}}, {{32, 64}}, {{35, 41}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Sequences = S[0], States = S[1];
  const size_t Count = size_t(Sequences) * States;
  auto *Delta = Memory.template input<float>(Count);
  auto *Transition = Memory.template input<float>(size_t(States) * States);
  auto *Emission = Memory.template input<float>(size_t(64) * States);
  auto *Observed = Memory.indices(Sequences, 0, 64);
  auto *Next = Memory.template output<float>(Count);
  auto *Back = Memory.template output<int>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(Delta, Transition, Emission, Observed, Next, Back, Sequences,
                   States);
          },
          2.0 * Count * States, 12.0 * Count + 4.0 * States * States};
}
