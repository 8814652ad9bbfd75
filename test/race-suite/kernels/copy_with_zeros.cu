// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the source ends, the copy brings zeros; it must be waited for all the same.

#include <cuda_pipeline.h>

__global__ void racy(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  __pipeline_memcpy_async(&tile[t], &in[i < n ? i : 0], 4, i < n ? 0 : 4);  // hazard
  __pipeline_commit();
  if (i < n)
    __pipeline_wait_prior(0);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 128; ++k)
    sum += tile[k] * k;  // hazard
  if (i < n)
    out[i] = sum;
}

__global__ void right(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  __pipeline_memcpy_async(&tile[t], &in[i < n ? i : 0], 4, i < n ? 0 : 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 128; ++k)
    sum += tile[k] * k;
  if (i < n)
    out[i] = sum;
}

void run(const float *in, float *out, int n) {
  racy<<<(n + 127) / 128, 128>>>(in, out, n);
  right<<<(n + 127) / 128, 128>>>(in, out, n);
}
