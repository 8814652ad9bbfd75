// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A ring whose slots and whose copies on their way are the same number.

#include <cuda_pipeline.h>

template <int Slots, int Ahead> __global__ void racy(const float4 *in, float *out, int tiles) {
  __shared__ float4 ring[Slots][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int s = 0; s < Ahead; ++s) {
    if (s < tiles)
      __pipeline_memcpy_async(&ring[s][t], &in[s * 64 + t], 16);
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    if (k + Ahead < tiles)
      __pipeline_memcpy_async(&ring[(k + Ahead) % Slots][t], &in[(k + Ahead) * 64 + t], 16);  // hazard
    __pipeline_commit();
    __pipeline_wait_prior(Ahead);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += ring[k % Slots][i].x * t;  // hazard
  }
  out[blockIdx.x * 64 + t] = sum;
}

template <int Slots, int Ahead> __global__ void right(const float4 *in, float *out, int tiles) {
  __shared__ float4 ring[Slots][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int s = 0; s < Ahead; ++s) {
    if (s < tiles)
      __pipeline_memcpy_async(&ring[s][t], &in[s * 64 + t], 16);
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    if (k + Ahead < tiles)
      __pipeline_memcpy_async(&ring[(k + Ahead) % Slots][t], &in[(k + Ahead) * 64 + t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(Ahead);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += ring[k % Slots][i].x * t;
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

void run(const float4 *in, float *out, int tiles) {
  racy<3, 2><<<8, 64>>>(in, out, tiles);
  right<3, 2><<<8, 64>>>(in, out, tiles);
}
