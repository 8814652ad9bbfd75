// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cooperative_groups::memcpy_async is waited for by wait(), which is a barrier, too.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void racy(const float *in, float *out) {
  __shared__ float tile[256];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(float) * 256);  // hazard
  block.sync();
  out[block.thread_rank()] = tile[255 - block.thread_rank()];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float tile[256];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(float) * 256);
  cg::wait(block);
  out[block.thread_rank()] = tile[255 - block.thread_rank()];
}

void run(const float *in, float *out) {
  racy<<<1, 256>>>(in, out);
  right<<<1, 256>>>(in, out);
}
