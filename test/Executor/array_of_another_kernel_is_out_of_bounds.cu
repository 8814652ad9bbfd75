// One buffer where more are used: far behind it lies what another kernel of the
// file has declared. The program holds both; a block on a GPU has only one. Right
// behind an array is nothing: who has a buffer less does not find another array.
//
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s -DBUFFERS=1 -DAPART=4 \
// RUN:   | FileCheck %s --check-prefix=FEWER
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s -DBUFFERS=2 \
// RUN:   | FileCheck %s --check-prefix=BEHIND
// RUN: %run_on_cpu %S/Inputs/reversed_sum.driver.cu \
// RUN:   %S/Inputs/reversed_sum.cu %s -DBUFFERS=3 | FileCheck %s
//
// FEWER: out of bounds: {{.*}} at {{before|behind}}+{{[0-9]+}}, of another kernel
// BEHIND: out of bounds: {{.*}} at shared memory between variables
// CHECK: identical: 10 cases x 4 seeds

#include <cuda_runtime.h>

#ifndef APART
#define APART 1
#endif

template <int N> __global__ void unused(float *out) {
  __shared__ float before[N][64];
  before[threadIdx.y][threadIdx.x] = out[0];
  out[threadIdx.x] = before[threadIdx.x & 7][threadIdx.y];
}
template __global__ void unused<8>(float *out);

// A helper's own array is the kernel's.
static __device__ float doubled(float value) {
  __shared__ float own[64];
  own[threadIdx.x] = value;
  return own[threadIdx.x] + value;
}

extern "C" __global__ void reversed_sum(const float *in, float *out,
                                        int tiles) {
  __shared__ float stages[BUFFERS][64];
  auto load = [&](int t) {
    stages[t % 3 * APART][threadIdx.x] = doubled(in[t * 64 + threadIdx.x]) / 2;
  };
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    load(t);
    __syncthreads();
    sum = sum * 0.5f + stages[t % 3 * APART][63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void unused_too(float *out) {
  __shared__ float behind[8][64];
  behind[threadIdx.y][threadIdx.x] = out[0];
  out[threadIdx.x] = behind[threadIdx.x & 7][threadIdx.y];
}
