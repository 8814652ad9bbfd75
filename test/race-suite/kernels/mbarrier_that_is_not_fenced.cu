// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copy engine may not see that the barrier was initialized.

#include "../mbarrier.cuh"

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float tile[128];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);  // hazard
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      arrive_expect(&full, sizeof(tile));
      bulk_load(tile, in + k * 128, sizeof(tile), &full);  // hazard
    }
    wait(&full, k % 2);
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float tile[128];
  __shared__ mbarrier full;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);
    fence_init();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      arrive_expect(&full, sizeof(tile));
      bulk_load(tile, in + k * 128, sizeof(tile), &full);
    }
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
