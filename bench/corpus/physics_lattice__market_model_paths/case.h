// Paths with four factors; a step is a drift and four volatilities.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *drift, const float *factors, float *last,
                       float *mean, int paths, int steps);

inline std::vector<bench::Size> sizes() {
  return {{{811008, 120}}, {{192, 16}}, {{250, 21}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Paths = S[0], Steps = S[1];
  auto *Drift = Memory.template input<float>(Steps);
  auto *Factors = Memory.template input<float>(size_t(4) * Steps);
  auto *Last = Memory.template output<float>(Paths);
  auto *Mean = Memory.template output<float>(Paths);
  return {[=](decltype(launch) *Launch) {
            Launch(Drift, Factors, Last, Mean, Paths, Steps);
          },
          70.0 * Paths * Steps, 8.0 * Paths + 20.0 * Steps};
}
