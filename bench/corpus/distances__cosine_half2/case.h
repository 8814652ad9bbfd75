// Cosine of every query with every document, half; dim is even.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const half *queries, const half *documents, half *cosine,
                       int nq, int nd, int dim);

inline std::vector<bench::Size> sizes() {
  return {{{1024, 16384, 256}}, {{32, 64, 64}}, {{37, 80, 70}}, {{1, 1, 2}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Q = S[0], D = S[1], Dim = S[2];
  auto *Queries = Memory.template input<half>(size_t(Q) * Dim);
  auto *Documents = Memory.template input<half>(size_t(D) * Dim);
  auto *Cosine = Memory.template output<half>(size_t(Q) * D);
  return {[=](decltype(launch) *Launch) {
            Launch(Queries, Documents, Cosine, Q, D, Dim);
          },
          2.0 * Q * D * Dim, 2.0 * (1.0 * Q * Dim + 1.0 * D * Dim + 1.0 * Q * D)};
}
