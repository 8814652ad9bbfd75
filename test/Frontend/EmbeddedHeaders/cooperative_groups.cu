// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Blocks, tiles, grids and their collectives.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__device__ int any_group(cg::thread_group g) { return g.size(); }
template <typename G> __device__ int of(const G &g) { return g.thread_rank(); }

__global__ void kernel(float *p, int *n) {
  __shared__ float s[256];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  static_assert(decltype(warp)::size() == 32);
  static_assert(cg::thread_block_tile<16>::num_threads() == 16);
  cg::thread_block_tile<16> half = cg::tiled_partition<16>(block);
  block.sync();
  cg::sync(block);
  float sum = cg::reduce(warp, p[0], cg::plus<float>());
  sum += half.shfl_down(sum, 1) + cg::inclusive_scan(warp, sum);
  cg::memcpy_async(block, s, p, sizeof(float) * 256);
  cg::wait_prior<1>(block);
  cg::wait(block);
  cg::coalesced_group active = cg::coalesced_threads();
  n[0] = any_group(warp) + of(block) + active.shfl(1, 0) + warp.any(n[1]) +
         warp.meta_group_rank() + block.group_index().x;
  cg::this_grid().sync();
  p[1] = *cg::this_cluster().map_shared_rank(s, 1) + sum;
}
