// Packets of one length, a multiple of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const uint4 *payload, const unsigned char *table, int
                       *final_state, int *hits, int packets, int length);

inline std::vector<bench::Size> sizes() {
  return {{{200000, 1024}}, {{128, 128}}, {{130, 192}}, {{1, 64}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int Packets = S[0], Length = S[1];
  auto *Payload = reinterpret_cast<uint4 *>(
      Memory.template input<unsigned char>(size_t(Packets) * Length));
  auto *Table = Memory.template input<unsigned char>(192 * 32);
  auto *Final = Memory.template output<int>(Packets);
  auto *Hits = Memory.template output<int>(Packets);
  return {[=](decltype(launch) *Launch) {
            Launch(Payload, Table, Final, Hits, Packets, Length);
          },
          4.0 * Packets * Length,
          1.0 * Packets * Length + 8.0 * Packets};
}
