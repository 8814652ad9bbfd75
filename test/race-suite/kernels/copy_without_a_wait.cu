// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An asynchronous copy has arrived when its thread has waited.

#include <cuda_pipeline.h>

__global__ void racy(const float *in, float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);  // hazard
  __pipeline_commit();
  __syncthreads();
  out[t] = tile[127 - t];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[127 - t];
}

void run(const float *in, float *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
