// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The wait does not count the group that is committed behind it.

#include <cuda_pipeline.h>

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float ring[2][128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&ring[0][t], &in[t], 4);  // hazard
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      __pipeline_memcpy_async(&ring[(k + 1) % 2][t], &in[(k + 1) * 128 + t], 4);  // hazard
    __pipeline_wait_prior(1);
    __pipeline_commit();
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 2][i] * (i ^ t);  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float ring[2][128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&ring[0][t], &in[t], 4);
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      __pipeline_memcpy_async(&ring[(k + 1) % 2][t], &in[(k + 1) * 128 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 2][i] * (i ^ t);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
