// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four slots, and five tiles are started before the first is read.

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float ring[4][128];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  for (int k = 0, next = 0; k < tiles; ++k) {
    for (; next <= k + 4; ++next) {
      pipe.producer_acquire();
      if (next < tiles)
        cuda::memcpy_async(&ring[next % 4][t], &in[next * 128 + t], sizeof(float), pipe);  // hazard
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 4][i] * (i ^ t);  // hazard
    pipe.consumer_release();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float ring[4][128];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  for (int k = 0, next = 0; k < tiles; ++k) {
    for (; next < k + 4; ++next) {
      pipe.producer_acquire();
      if (next < tiles)
        cuda::memcpy_async(&ring[next % 4][t], &in[next * 128 + t], sizeof(float), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 4][i] * (i ^ t);
    pipe.consumer_release();
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
