// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copy engine may not see what was stored: fence.proxy.async is missing.

#include "../mbarrier.cuh"

__global__ void racy(const float *in, float *out) {
  __shared__ alignas(128) float tile[128];
  const int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 128 + t] * 2;  // hazard
  __syncthreads();
  if (t == 0) {
    bulk_store(out + blockIdx.x * 128, tile, sizeof(tile));  // hazard
    commit_store();
    wait_store_read();
  }
}

__global__ void right(const float *in, float *out) {
  __shared__ alignas(128) float tile[128];
  const int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 128 + t] * 2;
  fence_async();
  __syncthreads();
  if (t == 0) {
    bulk_store(out + blockIdx.x * 128, tile, sizeof(tile));
    commit_store();
    wait_store_read();
  }
}

void run(const float *in, float *out) {
  racy<<<8, 128>>>(in, out);
  right<<<8, 128>>>(in, out);
}
