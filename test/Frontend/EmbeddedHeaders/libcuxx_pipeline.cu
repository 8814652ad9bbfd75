// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// cuda::pipeline, cuda::barrier, cuda::atomic_ref, cuda::memcpy_async.

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

__global__ void kernel(float *p) {
  __shared__ float s[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, s[0], p, sizeof(float) * 256, pipe);
  cuda::memcpy_async(block, s[0], p, cuda::aligned_size_t<16>(1024), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();

  cuda::pipeline<cuda::thread_scope_thread> mine = cuda::make_pipeline();
  cuda::memcpy_async(&s[1][0], p, cuda::aligned_size_t<4>(4), mine);
  cuda::pipeline_consumer_wait_prior<1>(mine);

  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier barrier;
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  block.sync();
  cuda::memcpy_async(block, s[1], p, 16, barrier);
  Barrier::arrival_token token = barrier.arrive();
  barrier.wait(std::move(token));
  barrier.arrive_and_wait();
  cuda::atomic_ref<float, cuda::thread_scope_device> sum(p[0]);
  sum.fetch_add(1.0f, cuda::memory_order_relaxed);
}
