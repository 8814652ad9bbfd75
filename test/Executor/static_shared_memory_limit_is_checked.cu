// 49 KB of static arrays: ptxas would refuse them.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s | FileCheck %s
// CHECK: bad kernel: reversed_sum(float const*, float*, int) has more than 48 KB

#include <cuda_runtime.h>

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ float tile[48][256];
  __shared__ float more[256];
  tile[0][threadIdx.x] = more[threadIdx.x] = in[threadIdx.x] * tiles;
  __syncthreads();
  out[threadIdx.x] = tile[0][63 - threadIdx.x] + more[threadIdx.x];
}
