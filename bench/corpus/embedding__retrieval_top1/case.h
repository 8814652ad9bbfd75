// The best of all items for each user; 128 floats a user and an item.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *user_emb, const float *item_emb,
                       const float *item_bias, int *best, float *best_score,
                       int n_users, int n_items);

inline std::vector<bench::Size> sizes() {
  return {{{25344, 2000}}, {{64, 64}}, {{67, 130}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Users = S[0], Items = S[1];
  auto *User = Memory.template input<float>(size_t(Users) * 128);
  auto *Item = Memory.template input<float>(size_t(Items) * 128);
  auto *Bias = Memory.template input<float>(Items);
  auto *Best = Memory.template output<int>(Users);
  auto *Score = Memory.template output<float>(Users);
  return {[=](decltype(launch) *Launch) {
            Launch(User, Item, Bias, Best, Score, Users, Items);
          },
          256.0 * Users * Items, 520.0 * Users + 516.0 * Items,
          bench::Unit::Fp32};
}
