// Another time round, the phases would not start at 0.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'again' left alone: {{.*}}runs again with the same barriers{{.*}} [barrier-phase]
__global__ void again(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int again = 0; again < 2; ++again)
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'once' pipelined: ring of 4 stages
__global__ void once(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
