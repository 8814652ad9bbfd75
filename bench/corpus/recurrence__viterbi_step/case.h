// One step of Viterbi's algorithm for many sequences.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *alpha, const float *transition,
                       const float *emission, float *next, int *from,
                       int sequences, int states);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 2048}}, {{16, 32}}, {{19, 45}, 1}, {{1, 3}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Sequences = S[0], States = S[1];
  const size_t Count = size_t(Sequences) * States;
  auto *Alpha = Memory.template input<float>(Count);
  auto *Transition = Memory.template input<float>(size_t(States) * States);
  auto *Emission = Memory.template input<float>(Count);
  auto *Next = Memory.template output<float>(Count);
  auto *From = Memory.template output<int>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(Alpha, Transition, Emission, Next, From, Sequences, States);
          },
          2.0 * Count * States, 16.0 * Count + 4.0 * States * States};
}
