// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread arrives, and its copies do not: cp.async.mbarrier.arrive does.

#include "../mbarrier.cuh"

__global__ void racy(const float4 *in, float *out, int tiles) {
  __shared__ alignas(16) float4 tile[128];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0)
    init(&full, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    copy16(&tile[t], &in[k * 128 + t]);  // hazard
    arrive(&full);
    wait(&full, k % 2);
    for (int i = 0; i < 128; ++i)
      sum += tile[i].x * (i ^ t);  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float4 *in, float *out, int tiles) {
  __shared__ alignas(16) float4 tile[128];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0)
    init(&full, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    copy16(&tile[t], &in[k * 128 + t]);
    arrive_with_copies(&full);
    wait(&full, k % 2);
    for (int i = 0; i < 128; ++i)
      sum += tile[i].x * (i ^ t);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float4 *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
