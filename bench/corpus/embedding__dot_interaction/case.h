// 27 features a sample; the output has the first of them and 351 products.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_fp16.h>

extern "C" void launch(const __half *features, __half *out, int batch, int dim);

inline std::vector<bench::Size> sizes() {
  return {{{32768, 128}}, {{2, 64}}, {{3, 45}, 1}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], Dim = S[1];
  auto *Features = Memory.template input<__half>(size_t(Batch) * 27 * Dim);
  auto *Out = Memory.template output<__half>(size_t(Batch) * (Dim + 351));
  return {[=](decltype(launch) *Launch) { Launch(Features, Out, Batch, Dim); },
          702.0 * Batch * Dim, 56.0 * Batch * Dim + 702.0 * Batch};
}
