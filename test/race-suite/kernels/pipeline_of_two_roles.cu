// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The consumers read the stage that is being filled.

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float ring[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  const int t = threadIdx.x;
  const auto role = t < 128 ? cuda::pipeline_role::consumer : cuda::pipeline_role::producer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (role == cuda::pipeline_role::producer) {
    for (int k = 0; k < tiles; ++k) {
      pipe.producer_acquire();
      for (int i = t - 128; i < 128; i += 32)
        cuda::memcpy_async(&ring[k % 2][i], &in[k * 128 + i], sizeof(float), pipe);  // hazard
      pipe.producer_commit();
    }
    return;
  }
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    pipe.consumer_wait();
    for (int i = 0; i < 128; ++i)
      sum += ring[(k + 1) % 2][i] * (i ^ t);  // hazard
    pipe.consumer_release();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float ring[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  const int t = threadIdx.x;
  const auto role = t < 128 ? cuda::pipeline_role::consumer : cuda::pipeline_role::producer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (role == cuda::pipeline_role::producer) {
    for (int k = 0; k < tiles; ++k) {
      pipe.producer_acquire();
      for (int i = t - 128; i < 128; i += 32)
        cuda::memcpy_async(&ring[k % 2][i], &in[k * 128 + i], sizeof(float), pipe);
      pipe.producer_commit();
    }
    return;
  }
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    pipe.consumer_wait();
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 2][i] * (i ^ t);
    pipe.consumer_release();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 160>>>(in, out, tiles);
  right<<<8, 160>>>(in, out, tiles);
}
