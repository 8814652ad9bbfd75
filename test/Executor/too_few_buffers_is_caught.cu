// Five tiles in four buffers, as in a widely copied sample.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
//
// CHECK: {{race|copy in flight}}: {{.*}} stages+

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float stages[4][64];
  auto load = [&](int t) {
    __pipeline_memcpy_async(&stages[t % 4][threadIdx.x],
                            &in[t * 64 + threadIdx.x], sizeof(float));
    __pipeline_commit();
  };
  float sum = 0;
  for (int t = 0; t < 4; ++t)
    if (t < tiles)
      load(t);
    else
      __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    if (t + 4 < tiles)
      load(t + 4);
    else
      __pipeline_commit();
    __pipeline_wait_prior(4);
    __syncthreads();
    sum = sum * 0.5f + stages[t % 4][63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
