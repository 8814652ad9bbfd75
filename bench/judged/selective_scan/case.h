// A selective scan with 16 states a channel.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

extern "C" void launch(const float *u, const float *delta, const float *A,
                       const float *B, const float *C, const float *D,
                       float *out, int batch, int length, int channels);

inline std::vector<bench::Size> sizes() {
  return {{{16, 1024, 4096}}, {{1, 64, 128}}, {{2, 37, 130}, 1}, {{1, 1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Batch = S[0], Length = S[1], Channels = S[2];
  const size_t Count = size_t(Batch) * Length * Channels;
  auto *U = Memory.template input<float>(Count);
  auto *Delta = Memory.template input<float>(Count);
  auto *A = Memory.template input<float>(size_t(Channels) * 16);
  auto *B = Memory.template input<float>(size_t(Batch) * Length * 16);
  auto *C = Memory.template input<float>(size_t(Batch) * Length * 16);
  auto *D = Memory.template input<float>(Channels);
  auto *Out = Memory.template output<float>(Count);
  return {[=](decltype(launch) *Launch) {
            Launch(U, Delta, A, B, C, D, Out, Batch, Length, Channels);
          },
          112.0 * Count, 12.0 * Count + 128.0 * Batch * Length};
}
