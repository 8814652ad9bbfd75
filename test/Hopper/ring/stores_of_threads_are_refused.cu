// A store of a thread may come behind the copy of the next tile.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'scaled' left alone: {{.*}}a thread stores to 'tile' [generic-write]
__global__ void scaled(const float *x, float *out, int tiles) {
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
    tile[t] *= 2;
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'elsewhere' pipelined: ring of 4 stages
__global__ void elsewhere(const float *x, float *out, int tiles) {
  __shared__ float scaled[256];
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
    scaled[t] = tile[t] * 2;
    __syncthreads();
    sum += scaled[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
