// Issues tile t+2 into two buffers: the copy hits the tile being read.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
//
// CHECK: {{race|copy in flight}}: {{.*}} stages+

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
  if (tiles > 1)
    load(1);
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(t + 1 < tiles ? 1 : 0);
    __syncthreads();
    if (t + 2 < tiles)
      load(t + 2);
    sum = sum * 0.5f + stages[t % 2][63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
