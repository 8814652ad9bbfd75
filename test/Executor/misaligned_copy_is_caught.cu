// Copies of 16 bytes into rows of 65 floats.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
//
// CHECK: bad copy: thread ({{[0-9]+}},0,0) of block (0,0,0): destination tile+{{[0-9]+}} is not aligned to 16

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float tile[2][65];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x < 16)
      __pipeline_memcpy_async(&tile[t % 2][4 * threadIdx.x],
                              &in[t * 64 + 4 * threadIdx.x], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum = sum * 0.5f + tile[t % 2][63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
