// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups: a block's sync() is its barrier.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void racy(const float *in, float *out) {
  __shared__ float tile[256];
  cg::thread_block block = cg::this_thread_block();
  const unsigned t = block.thread_rank();
  tile[t] = in[t];  // hazard
  out[t] = tile[255 - t];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float tile[256];
  cg::thread_block block = cg::this_thread_block();
  const unsigned t = block.thread_rank();
  tile[t] = in[t];
  block.sync();
  out[t] = tile[255 - t];
}

void run(const float *in, float *out) {
  racy<<<1, 256>>>(in, out);
  right<<<1, 256>>>(in, out);
}
