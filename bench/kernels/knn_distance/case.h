// Squared distances of all references to all queries; a point is a column.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *reference, const float *query,
                       float *distance, int references, int queries,
                       int dimensions);

inline std::vector<bench::Size> sizes() {
  return {{{16384, 4096, 256}}, {{32, 16, 80}},    {{20, 20, 28}},
          {{17, 16, 33}},       {{35, 19, 51}, 1}, {{17, 15, 1}, 1}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int R = S[0], Q = S[1], D = S[2];
  auto *Reference = Memory.template input<float>(size_t(R) * D);
  auto *Query = Memory.template input<float>(size_t(Q) * D);
  auto *Distance = Memory.template output<float>(size_t(R) * Q);
  return {[=](decltype(launch) *Launch) {
            Launch(Reference, Query, Distance, R, Q, D);
          },
          3.0 * R * Q * D, 4.0 * R * D + 4.0 * Q * D + 4.0 * R * Q,
          bench::Unit::Fp32};
}
