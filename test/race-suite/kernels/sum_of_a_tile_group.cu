// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction of a tile leaves its result for the others.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void racy(const float *in, float *out) {
  __shared__ float sums[8];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  const float sum = cg::reduce(tile, in[block.thread_rank()], cg::plus<float>());
  if (tile.thread_rank() == 0)
    sums[tile.meta_group_rank()] = sum;  // hazard
  if (block.thread_rank() == 0) {
    float all = 0;
    for (int w = 0; w < 8; ++w)
      all += sums[w];  // hazard
    *out = all;
  }
}

__global__ void right(const float *in, float *out) {
  __shared__ float sums[8];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  const float sum = cg::reduce(tile, in[block.thread_rank()], cg::plus<float>());
  if (tile.thread_rank() == 0)
    sums[tile.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() == 0) {
    float all = 0;
    for (int w = 0; w < 8; ++w)
      all += sums[w];
    *out = all;
  }
}

void run(const float *in, float *out) {
  racy<<<1, 256>>>(in, out);
  right<<<1, 256>>>(in, out);
}
