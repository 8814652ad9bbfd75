// Shuffles, votes, reductions and tiles of cooperative groups.
//
// RUN: %run_on_cpu %s %s --seeds=4 | FileCheck %s
// CHECK: no report: 1 cases x 4 seeds

#include "harness.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;
constexpr unsigned everyLane = 0xffffffff;

__global__ void collect(int *out) {
  int lane = threadIdx.x % 32, *mine = out + threadIdx.x * 16;
  mine[0] = __shfl_sync(everyLane, lane * 10, 5);
  mine[1] = __shfl_up_sync(everyLane, lane, 3);
  mine[2] = __shfl_down_sync(everyLane, lane, 3, 16);
  mine[3] = __shfl_xor_sync(everyLane, lane, 1);
  mine[4] = __popc(__ballot_sync(everyLane, lane % 3 == 0));
  mine[5] = __any_sync(everyLane, lane == 31) + 2 * __all_sync(everyLane, lane < 31);
  mine[6] = __reduce_add_sync(everyLane, lane);
  mine[7] = __popc(__match_any_sync(everyLane, lane / 4));
  mine[8] = lane < 8 ? __shfl_sync(0xff, lane, 7) : -1; // A part of the warp.
  mine[9] = __syncthreads_count(lane < 4);

  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  float sum = 1.0f;
  for (int offset = tile.size() / 2; offset > 0; offset /= 2)
    sum += tile.shfl_down(sum, offset);
  mine[10] = tile.shfl(static_cast<int>(sum), 0);
  mine[11] = cg::reduce(tile, lane, cg::plus<int>());
  mine[12] = static_cast<int>(tile.meta_group_rank());
  mine[13] = static_cast<int>(tile.ballot(tile.thread_rank() < 2));
  block.sync();
  mine[14] = static_cast<int>(block.thread_rank());
  mine[15] = __syncthreads_or(lane == 3) + 2 * __syncthreads_and(lane < 3);
}

CUDAPIPE_CASES(c) {
  auto out = c.output<int>(64 * 16);
  CUDAPIPE_LAUNCH(collect, dim3(1), dim3(64), 0, out);
  auto result = c.read(out);
  for (int i = 0; i < 64; ++i) {
    int lane = i % 32;
    int expected[16] = {50,
                        lane < 3 ? lane : lane - 3,
                        lane % 16 > 12 ? lane : lane + 3,
                        lane ^ 1,
                        11,
                        1,
                        496,
                        4,
                        lane < 8 ? 7 : -1,
                        8,
                        8,
                        lane / 8 * 64 + 28,
                        i / 8,
                        3,
                        i,
                        1};
    for (int j = 0; j < 16; ++j)
      c.require(result[i * 16 + j] == expected[j],
                "thread " + std::to_string(i) + " result " + std::to_string(j));
  }
  c.check("collectives");
}
