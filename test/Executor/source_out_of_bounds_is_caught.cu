// A copy whose guard went missing reads beyond the buffer.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
//
// CHECK: bad copy: {{.*}}: source is out of bounds: 4 bytes at in0+{{[0-9]+}} (of 256 bytes)

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
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    load(t + 1);
    sum = sum * 0.5f + stages[t % 2][63 - threadIdx.x];
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
