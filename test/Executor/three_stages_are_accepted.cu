// A correct three-stage pipeline; its commit groups count even when empty.
//
// RUN: %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s --seeds=16 | FileCheck %s
//
// CHECK: identical: 10 cases x 16 seeds

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float stages[3][64];
  auto load = [&](int t) {
    if (t < tiles)
      __pipeline_memcpy_async(&stages[t % 3][threadIdx.x],
                              &in[t * 64 + threadIdx.x], sizeof(float));
    __pipeline_commit();
  };
  float sum = 0;
  load(0);
  load(1);
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(1);
    __syncthreads();
    load(t + 2);
    sum = sum * 0.5f + stages[t % 3][63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
