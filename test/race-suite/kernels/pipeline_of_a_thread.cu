// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda::pipeline of one thread: consumer_wait is no barrier.

#include <cuda/pipeline>

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float ring[2][128];
  const int t = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(&ring[k % 2][t], &in[k * 128 + t], sizeof(float), pipe);  // hazard
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 2][i] * (i ^ t);  // hazard
    pipe.consumer_release();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float ring[2][128];
  const int t = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(&ring[k % 2][t], &in[k * 128 + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 2][i] * (i ^ t);
    pipe.consumer_release();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
