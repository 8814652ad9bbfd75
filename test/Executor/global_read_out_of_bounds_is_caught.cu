// A register prefetch of a tile that does not exist.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float tile[64];
  float sum = 0, next = tiles > 0 ? in[threadIdx.x] : 0;
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = next;
    __syncthreads();
    // CHECK: out of bounds: {{.*}} reads 4 bytes at in0+{{[0-9]+}} (of 256 bytes)
    // CHECK-SAME: [global_read_out_of_bounds_is_caught.cu:[[#@LINE+1]]]
    next = in[(t + 1) * 64 + threadIdx.x];
    sum = sum * 0.5f + tile[63 - threadIdx.x];
    __syncthreads();
  }
  if (next == 12345)
    sum = next;
  out[threadIdx.x] = sum;
}
