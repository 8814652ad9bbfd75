// Computes from a stage that holds an older tile: clean, but other bits.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
//
// CHECK:      run-on-cpu: different results
// CHECK-NEXT: original: case "tiles=2" seed 1: {{.*}} out1=
// CHECK-NEXT: rewritten: case "tiles=2" seed 1: {{.*}} out1=
// CHECK-NEXT: out1: {{[0-9]+}} of 256 bytes differ, from byte {{[0-9]+}} on

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
  if (tiles > 0)
    load(0);
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(0);
    __syncthreads();
    sum = sum * 0.5f + stages[0][63 - threadIdx.x];
    __syncthreads();
    if (t + 1 < tiles)
      load(t + 1);
  }
  out[threadIdx.x] = sum;
}
