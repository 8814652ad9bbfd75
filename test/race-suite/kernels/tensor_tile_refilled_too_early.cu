// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who has its own sum starts the next copy while others still read the tile.

#include "../mbarrier.cuh"

__global__ void racy(const __grid_constant__ CUtensorMap map, float *out, int tiles) {
  __shared__ alignas(128) float tile[32][32];
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
      load_box(tile, &map, k * 32, 0, &full);  // hazard
    }
    wait(&full, k % 2);
    for (int i = 0; i < 32; ++i)
      sum += tile[i][(i ^ t) % 32];  // hazard
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const __grid_constant__ CUtensorMap map, float *out, int tiles) {
  __shared__ alignas(128) float tile[32][32];
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
      load_box(tile, &map, k * 32, 0, &full);
    }
    wait(&full, k % 2);
    for (int i = 0; i < 32; ++i)
      sum += tile[i][(i ^ t) % 32];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const CUtensorMap map, float *out, int tiles) {
  racy<<<8, 128>>>(map, out, tiles);
  right<<<8, 128>>>(map, out, tiles);
}
