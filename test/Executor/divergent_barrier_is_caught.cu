// Half of the threads meet at another barrier.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float tile[64];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = in[t * 64 + threadIdx.x];
    // CHECK: divergent barrier: thread (0,0,0) waits at the barrier of
    // CHECK-SAME: divergent_barrier_is_caught.cu:[[#@LINE+4]], thread (32,0,0)
    // CHECK-SAME: waits at the barrier of
    // CHECK-SAME: divergent_barrier_is_caught.cu:[[#@LINE+4]]
    if (threadIdx.x < 32)
      __syncthreads();
    else
      __syncthreads();
    sum = sum * 0.5f + tile[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
