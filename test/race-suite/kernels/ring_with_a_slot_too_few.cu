// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy goes to the slot that is being read.

#include <cuda_pipeline.h>

__global__ void racy(const float *in, float *out, int tiles) {
  constexpr int slots = 2;
  __shared__ float ring[slots][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int s = 0; s < 2; ++s) {
    if (s < tiles)
      __pipeline_memcpy_async(&ring[s][t], &in[s * 64 + t], 4);  // hazard
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 2 < tiles)
      __pipeline_memcpy_async(&ring[(k + 2) % slots][t], &in[(k + 2) * 64 + t], 4);  // hazard
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += ring[k % slots][i] * (i ^ t);  // hazard
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  constexpr int slots = 3;
  __shared__ float ring[slots][64];
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
      __pipeline_memcpy_async(&ring[(k + 2) % slots][t], &in[(k + 2) * 64 + t], 4);
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += ring[k % slots][i] * (i ^ t);
  }
  out[blockIdx.x * 64 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 64>>>(in, out, tiles);
  right<<<8, 64>>>(in, out, tiles);
}
