// The single buffer is overwritten while slower threads still read it.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
//
// CHECK: race: {{.*}} tile+{{[0-9]+}}, {{read|written}} by thread ({{[0-9]+}},0,0) with no barrier in between

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float tile[64];
  float sum = 0, next = tiles > 0 ? in[threadIdx.x] : 0;
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = next;
    __syncthreads();
    if (t + 1 < tiles)
      next = in[(t + 1) * 64 + threadIdx.x];
    sum = sum * 0.5f + tile[63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
