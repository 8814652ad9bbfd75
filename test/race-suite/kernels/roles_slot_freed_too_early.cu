// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A consumer says that it is done with the slot, and then reads it.

#include "../mbarrier.cuh"

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float ring[2][128];
  __shared__ mbarrier full[2], empty[2];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; ++s) {
      init(&full[s], 1);
      init(&empty[s], 128);
    }
    fence_init();
  }
  __syncthreads();
  if (t >= 128) {
    if (t == 128)
      for (int k = 0; k < tiles; ++k) {
        wait(&empty[k % 2], (k / 2 + 1) % 2);
        arrive_expect(&full[k % 2], sizeof(ring[0]));
        bulk_load(ring[k % 2], in + k * 128, sizeof(ring[0]), &full[k % 2]);  // hazard
      }
    return;
  }
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    wait(&full[k % 2], k / 2 % 2);
    arrive(&empty[k % 2]);
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 2][i] * (i ^ t);  // hazard
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float ring[2][128];
  __shared__ mbarrier full[2], empty[2];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 2; ++s) {
      init(&full[s], 1);
      init(&empty[s], 128);
    }
    fence_init();
  }
  __syncthreads();
  if (t >= 128) {
    if (t == 128)
      for (int k = 0; k < tiles; ++k) {
        wait(&empty[k % 2], (k / 2 + 1) % 2);
        arrive_expect(&full[k % 2], sizeof(ring[0]));
        bulk_load(ring[k % 2], in + k * 128, sizeof(ring[0]), &full[k % 2]);
      }
    return;
  }
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    wait(&full[k % 2], k / 2 % 2);
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 2][i] * (i ^ t);
    arrive(&empty[k % 2]);
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 160>>>(in, out, tiles);
  right<<<8, 160>>>(in, out, tiles);
}
