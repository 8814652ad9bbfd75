// zfill counts bytes, not elements of the size.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
//
// CHECK: bad copy: {{.*}}: zfill 16 is larger than size 4

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float tile[64];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[t * 64 + threadIdx.x], 4,
                            t * 64 + threadIdx.x < 70 ? 0 : 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum = sum * 0.5f + tile[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
