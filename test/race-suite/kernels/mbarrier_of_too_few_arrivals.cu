// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every thread stores and arrives, and half of them complete a phase.

#include "../mbarrier.cuh"

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0)
    init(&full, blockDim.x / 2);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t];  // hazard
    arrive(&full);
    wait(&full, k % 2);
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0)
    init(&full, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t];
    arrive(&full);
    wait(&full, k % 2);
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
