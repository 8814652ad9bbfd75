// A block-scope pipeline whose consumer does not wait for the stage.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
// CHECK: copy in flight: {{.*}} reads stages+

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ alignas(16) float stages[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, stages, in + t * 64, sizeof(stages), pipe);
    pipe.producer_commit();
    sum = sum * 0.5f + stages[63 - threadIdx.x];
    pipe.consumer_wait();
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}
