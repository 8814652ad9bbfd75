// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tile that was started a trip ago is read without a wait.

#include "../mbarrier.cuh"

__global__ void racy(const __grid_constant__ CUtensorMap map, float *out, int tiles) {
  __shared__ alignas(128) float ring[2][1024];
  __shared__ mbarrier full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full[0], 1);
    init(&full[1], 1);
    fence_init();
  }
  __syncthreads();
  auto load = [&](int k) {
    arrive_expect(&full[k % 2], sizeof(ring[0]));
    load_box(ring[k % 2], &map, k * 32, 0, &full[k % 2]);  // hazard
  };
  if (t == 0 && tiles > 0)
    load(0);
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0 && k + 1 < tiles)
      load(k + 1);
    if (t == 0)
      wait(&full[k % 2], k / 2 % 2);
    for (int i = t; i < 1024; i += 128)
      sum += ring[k % 2][i];  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const __grid_constant__ CUtensorMap map, float *out, int tiles) {
  __shared__ alignas(128) float ring[2][1024];
  __shared__ mbarrier full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full[0], 1);
    init(&full[1], 1);
    fence_init();
  }
  __syncthreads();
  auto load = [&](int k) {
    arrive_expect(&full[k % 2], sizeof(ring[0]));
    load_box(ring[k % 2], &map, k * 32, 0, &full[k % 2]);
  };
  if (t == 0 && tiles > 0)
    load(0);
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0 && k + 1 < tiles)
      load(k + 1);
    wait(&full[k % 2], k / 2 % 2);
    for (int i = t; i < 1024; i += 128)
      sum += ring[k % 2][i];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const CUtensorMap map, float *out, int tiles) {
  racy<<<8, 128>>>(map, out, tiles);
  right<<<8, 128>>>(map, out, tiles);
}
