// A ring is written anew as a whole, from what this build makes of it: no macro in it may be
// another one elsewhere, unless it is a number.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s
//
// CHECK: K-loop in 'moves_elsewhere' left alone: {{.*}}a macro in the loop may be another elsewhere [macro-loop]
// CHECK: K-loop in 'number' pipelined: ring of

#include "copies.cuh"

#ifdef MORE
#define NOTHING(x) x
#define STEP 512
#else
#define NOTHING(x)
#define STEP 256
#endif

__global__ void moves_elsewhere(const float *x, float *out, int tiles) {
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
    NOTHING(x += 4;)
  }
  out[t] = sum;
}

__global__ void number(const float *x, float *out, int tiles) {
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
      row(tile, x + k * STEP, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
