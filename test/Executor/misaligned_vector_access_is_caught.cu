// A float4 store into rows of 65 floats faults on a GPU.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s

#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float tile[2][65];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    // CHECK: misaligned access: {{.*}} at tile+{{[0-9]+}}, which is not aligned
    // CHECK-SAME: to 16 [misaligned_vector_access_is_caught.cu:[[#@LINE+2]]]
    if (threadIdx.x < 16)
      reinterpret_cast<float4 *>(tile[t % 2])[threadIdx.x] =
          reinterpret_cast<const float4 *>(in + t * 64)[threadIdx.x];
    __syncthreads();
    sum = sum * 0.5f + tile[t % 2][63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
