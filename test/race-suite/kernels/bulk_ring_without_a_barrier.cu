// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread knows that its slot is full, and none that the others are done with theirs.

#include "../mbarrier.cuh"

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float ring[3][128];
  __shared__ mbarrier full[3];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 3; ++s)
      init(&full[s], 1);
    fence_init();
  }
  __syncthreads();
  auto load = [&](int k) {
    arrive_expect(&full[k % 3], sizeof(ring[0]));
    bulk_load(ring[k % 3], in + k * 128, sizeof(ring[0]), &full[k % 3]);  // hazard
  };
  if (t == 0)
    for (int k = 0; k < 2 && k < tiles; ++k)
      load(k);
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    wait(&full[k % 3], k / 3 % 2);
    if (t == 0 && k + 2 < tiles)
      load(k + 2);
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 3][i] * (i ^ t);  // hazard
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float ring[3][128];
  __shared__ mbarrier full[3];
  const int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < 3; ++s)
      init(&full[s], 1);
    fence_init();
  }
  __syncthreads();
  auto load = [&](int k) {
    arrive_expect(&full[k % 3], sizeof(ring[0]));
    bulk_load(ring[k % 3], in + k * 128, sizeof(ring[0]), &full[k % 3]);
  };
  if (t == 0)
    for (int k = 0; k < 2 && k < tiles; ++k)
      load(k);
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    wait(&full[k % 3], k / 3 % 2);
    __syncthreads();
    if (t == 0 && k + 2 < tiles)
      load(k + 2);
    for (int i = 0; i < 128; ++i)
      sum += ring[k % 3][i] * (i ^ t);
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
