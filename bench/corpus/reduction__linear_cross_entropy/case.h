// Loss and log-sum-exp of each token.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *hidden, const float *weight,
                       const int *target, float *loss, float *logsumexp,
                       int tokens, int vocab, int hidden_size);

inline std::vector<bench::Size> sizes() {
  return {{{16896, 1000, 256}},
          {{64, 64, 32}},
          {{35, 131, 21}, 1},
          {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int T = S[0], V = S[1], H = S[2];
  auto *Hidden = Memory.template input<float>(size_t(T) * H);
  auto *Weight = Memory.template input<float>(size_t(V) * H);
  auto *Target = Memory.indices(T, 0, V);
  auto *Loss = Memory.template output<float>(T);
  auto *Lse = Memory.template output<float>(T);
  return {[=](decltype(launch) *Launch) {
            Launch(Hidden, Weight, Target, Loss, Lse, T, V, H);
          },
          2.0 * T * V * H, 4.0 * T * H + 4.0 * V * H + 12.0 * T,
          bench::Unit::Fp32};
}
