// Shards and their words; 128 bytes of tables a shard.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Problem.h"

#include <cuda_runtime.h>

extern "C" void launch(const unsigned *data, const uint4 *tables, unsigned
                       *parity, int k, int words);

inline std::vector<bench::Size> sizes() {
  return {{{48, 400000}}, {{16, 128}}, {{10, 200}}, {{1, 1}}};
}

template <typename Buffers>
bench::Work<decltype(launch)> problem(Buffers &Memory, const bench::Size &S) {
  const int K = S[0], Words = S[1];
  auto *Data = Memory.template input<unsigned>(size_t(K) * Words);
  auto *Tables = reinterpret_cast<uint4 *>(
      Memory.template input<unsigned char>(size_t(K) * 128));
  auto *Parity = Memory.template output<unsigned>(size_t(4) * Words);
  return {[=](decltype(launch) *Launch) {
            Launch(Data, Tables, Parity, K, Words);
          },
          32.0 * K * Words,
          4.0 * (1.0 * K + 4) * Words};
}
