// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// consumer_release says that the stage may be filled again: behind the reads.

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, in + k * 128, sizeof(tile), pipe);  // hazard
    pipe.producer_commit();
    pipe.consumer_wait();
    pipe.consumer_release();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);  // hazard
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, in + k * 128, sizeof(tile), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);
    pipe.consumer_release();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
