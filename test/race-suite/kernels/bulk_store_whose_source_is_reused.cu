// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The next trip stores to what the copy of the last one still reads.

#include "../mbarrier.cuh"

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float tile[128];
  const int t = threadIdx.x;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t] * 2;  // hazard
    fence_async();
    __syncthreads();
    if (t == 0) {
      bulk_store(out + k * 128, tile, sizeof(tile));  // hazard
      commit_store();
    }
    __syncthreads();
  }
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float tile[128];
  const int t = threadIdx.x;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t] * 2;
    fence_async();
    __syncthreads();
    if (t == 0) {
      bulk_store(out + k * 128, tile, sizeof(tile));
      commit_store();
      wait_store_read();
    }
    __syncthreads();
  }
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
