// Reads a stage before anything was copied there.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
//
// CHECK: uninitialised shared memory: {{.*}} reads stages+{{[0-9]+}}, which nobody wrote in this block

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float stages[2][64];
  auto load = [&](int t) {
    __pipeline_memcpy_async(&stages[t % 2][threadIdx.x],
                            &in[t * 64 + threadIdx.x], sizeof(float));
    __pipeline_commit();
  };
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    sum = sum * 0.5f + stages[t % 2][63 - threadIdx.x];
    load(t);
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
