// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wgmma reads by the asynchronous proxy, which needs a fence behind plain stores.

#include "../mbarrier.cuh"

__global__ void racy(const uint4 *x, const uint4 *y, float *out, int tiles) {
  __shared__ alignas(1024) uint4 a[512], b[64];
  const int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < tiles; ++k) {
    for (int i = t; i < 512; i += 128)
      a[i] = x[k * 512 + i];  // hazard
    if (t < 64)
      b[t] = y[k * 64 + t];  // hazard
    __syncthreads();
    wgmma_fence();
    for (int i = 0; i < 4; ++i)
      wgmma(d, descriptor(a + i * 2), descriptor(b + i * 2));  // hazard
    wgmma_commit();
    wgmma_wait<0>();
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    out[(blockIdx.x * 4 + i) * 128 + t] = d[i];
}

__global__ void right(const uint4 *x, const uint4 *y, float *out, int tiles) {
  __shared__ alignas(1024) uint4 a[512], b[64];
  const int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < tiles; ++k) {
    for (int i = t; i < 512; i += 128)
      a[i] = x[k * 512 + i];
    if (t < 64)
      b[t] = y[k * 64 + t];
    fence_async();
    __syncthreads();
    wgmma_fence();
    for (int i = 0; i < 4; ++i)
      wgmma(d, descriptor(a + i * 2), descriptor(b + i * 2));
    wgmma_commit();
    wgmma_wait<0>();
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    out[(blockIdx.x * 4 + i) * 128 + t] = d[i];
}

void run(const uint4 *x, const uint4 *y, float *out, int tiles) {
  racy<<<8, 128>>>(x, y, out, tiles);
  right<<<8, 128>>>(x, y, out, tiles);
}
