// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile's sync() orders its lanes only.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void racy(const float *in, float *out) {
  __shared__ float tile[128];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<16> group = cg::tiled_partition<16>(block);
  const unsigned t = block.thread_rank();
  tile[t] = in[t];  // hazard
  group.sync();
  out[t] = tile[t ^ 16];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float tile[128];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<16> group = cg::tiled_partition<16>(block);
  const unsigned t = block.thread_rank();
  tile[t] = in[t];
  group.sync();
  out[t] = tile[t ^ 15];
}

void run(const float *in, float *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
