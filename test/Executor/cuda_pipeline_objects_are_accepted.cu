// libcu++: a thread-scope pipeline, a block-scope one, and a barrier that
// copies complete on.
//
// RUN: %run_on_cpu %S/Inputs/reversed_sum.driver.cu %S/Inputs/reversed_sum.cu \
// RUN:   %s --seeds=8 -DSCOPE=1 | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/reversed_sum.driver.cu %S/Inputs/reversed_sum.cu \
// RUN:   %s --seeds=8 -DSCOPE=2 | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/reversed_sum.driver.cu %S/Inputs/reversed_sum.cu \
// RUN:   %s --seeds=8 -DSCOPE=3 | FileCheck %s
// CHECK: identical: 10 cases x 8 seeds

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ alignas(16) float stages[2][64];
  auto block = cg::this_thread_block();
  float sum = 0;
#if SCOPE == 1
  auto pipe = cuda::make_pipeline();
  auto load = [&](int t) {
    pipe.producer_acquire();
    if (t < tiles && threadIdx.x < 16)
      cuda::memcpy_async(&stages[t % 2][4 * threadIdx.x],
                         &in[t * 64 + 4 * threadIdx.x],
                         cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
  };
  load(0);
  for (int t = 0; t < tiles; ++t) {
    pipe.consumer_wait();
    block.sync();
    pipe.consumer_release();
    load(t + 1);
    sum = sum * 0.5f + stages[t % 2][63 - threadIdx.x];
  }
#elif SCOPE == 2
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(block, &state);
  auto load = [&](int t) {
    if (t >= tiles)
      return;
    pipe.producer_acquire();
    cuda::memcpy_async(block, stages[t % 2], in + t * 64, sizeof(stages[0]),
                       pipe);
    pipe.producer_commit();
  };
  load(0);
  for (int t = 0; t < tiles; ++t) {
    load(t + 1);
    pipe.consumer_wait();
    sum = sum * 0.5f + stages[t % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
#else
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (block.thread_rank() == 0)
    init(&barrier, block.size());
  block.sync();
  for (int t = 0; t < tiles; ++t) {
    cuda::memcpy_async(block, stages[t % 2], in + t * 64, sizeof(stages[0]),
                       barrier);
    barrier.arrive_and_wait();
    sum = sum * 0.5f + stages[t % 2][63 - threadIdx.x];
  }
#endif
  out[threadIdx.x] = sum;
}
