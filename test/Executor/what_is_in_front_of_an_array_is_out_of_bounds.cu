// An element in front of the first shared array of the program.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu %s -DFROM=62 | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/reversed_sum.driver.cu %s -DFROM=63
//
// CHECK: out of bounds: {{.*}} at shared memory between variables

#include <cuda_runtime.h>

extern "C" __global__ void reversed_sum(const float *in, float *out,
                                        int tiles) {
  __shared__ float tile[64];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = in[t * 64 + threadIdx.x];
    __syncthreads();
    const int from = FROM - int(threadIdx.x);
    sum = sum * 0.5f + tile[from];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
