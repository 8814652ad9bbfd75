// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With two groups on their way, the older has arrived when one may be left.

#include <cuda_pipeline.h>

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float ring[3][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int s = 0; s < 2; ++s) {
    if (s < tiles)
      __pipeline_memcpy_async(&ring[s][t], &in[s * 64 + t], 4);  // hazard
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(2);
    __syncthreads();
    if (k + 2 < tiles)
      __pipeline_memcpy_async(&ring[(k + 2) % 3][t], &in[(k + 2) * 64 + t], 4);  // hazard
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += ring[k % 3][i] * (i ^ t);  // hazard
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float ring[3][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int s = 0; s < 2; ++s) {
    if (s < tiles)
      __pipeline_memcpy_async(&ring[s][t], &in[s * 64 + t], 4);
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 2 < tiles)
      __pipeline_memcpy_async(&ring[(k + 2) % 3][t], &in[(k + 2) * 64 + t], 4);
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += ring[k % 3][i] * (i ^ t);
  }
  out[blockIdx.x * 64 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 64>>>(in, out, tiles);
  right<<<8, 64>>>(in, out, tiles);
}
